/** The ocean painted with WebGL: up to four neighbouring views blended, or the lights of a torch added up. */

import {
  corner,
  each,
  MOST_TORCHES,
  REACH,
  SPILL,
  STRENGTH,
  type Gaze,
  type Painter,
  seenOf,
  type Pictures,
} from './painter';

const VERTEX = `
attribute vec2 place;
varying vec2 seen;
uniform vec2 from;
uniform float part;
void main() {
  seen = from + part * vec2(place.x * 0.5 + 0.5, 0.5 - place.y * 0.5);
  gl_Position = vec4(place, 0.0, 1.0);
}`;

const BLEND = `
precision mediump float;
varying highp vec2 seen;
uniform sampler2D first, second, third, fourth;
uniform vec4 weights;
void main() {
  gl_FragColor = vec4(
    weights.x * texture2D(first, seen).rgb + weights.y * texture2D(second, seen).rgb
    + weights.z * texture2D(third, seen).rgb + weights.w * texture2D(fourth, seen).rgb, 1.0);
}`;

// Screen values are roots of light: squared, weighted, added, rooted. The weights are those of fathom.ocean.torch.
const TORCH = `
precision highp float;
varying highp vec2 seen;
uniform sampler2D night, above, below, north, east, south, west;
uniform vec2 torches[${MOST_TORCHES}];
uniform int count;
uniform int kind;
vec3 light(sampler2D picture) {
  vec3 value = texture2D(picture, seen).rgb;
  return value * value;
}
void main() {
  vec3 sum = light(night);
  vec3 fromAbove = light(above), fromBelow = light(below);
  vec3 n = light(north), e = light(east), s = light(south), w = light(west);
  for (int i = 0; i < ${MOST_TORCHES}; i++) {
    if (i >= count) break;
    vec2 off = seen - torches[i];
    float d = length(off);
    if (kind == 1 && i == 0) {
      sum += fromBelow * exp(-3.5 * d * d);
    } else if (kind == 2 && i == 0) {
      vec2 side = torches[0] - 0.5;
      side /= max(length(side), 0.001);
      vec4 share = pow(max(vec4(side.x, -side.x, side.y, -side.y), 0.0), vec4(2.0));
      sum += 1.4 * (share.x * e + share.y * w + share.z * s + share.w * n);
    } else {
      float cone = ${(1 - SPILL).toFixed(2)} / (1.0 + exp((d - ${REACH.toFixed(2)}) * 22.0))
        + ${SPILL.toFixed(2)} * exp(-4.0 * d);
      float near = min(d / ${REACH.toFixed(2)}, 1.0);
      vec4 share = pow(clamp(vec4(off.x, -off.x, off.y, -off.y) * near / max(d, 0.00001), 0.0, 1.0), vec4(2.0));
      sum += ${STRENGTH.toFixed(2)} * cone * ((1.0 - near * near) * fromAbove
        + share.x * w + share.y * e + share.z * n + share.w * s);
    }
  }
  gl_FragColor = vec4(sqrt(clamp(sum, 0.0, 1.0)), 1.0);
}`;

const LIGHTS = ['night', 'above', 'below', 'north', 'east', 'south', 'west'] as const;

/** A painter on this canvas; null where there is no WebGL. `lost` is called when the device takes it away. */
export function glPainter(canvas: HTMLCanvasElement, lost: () => void): Painter | null {
  const gl = canvas.getContext('webgl', { alpha: false, antialias: false, depth: false });
  if (!gl) return null;
  const blend = program(gl, VERTEX, BLEND);
  const torch = program(gl, VERTEX, TORCH);
  if (!blend || !torch) return null;
  const widest = gl.getParameter(gl.MAX_TEXTURE_SIZE) as number;

  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);

  const textures = new Map<ImageBitmap, WebGLTexture>();
  let pictures: Pictures | null = null;

  const gone = (event: Event) => {
    event.preventDefault();
    lost();
  };
  canvas.addEventListener('webglcontextlost', gone);

  function texture(bitmap: ImageBitmap): WebGLTexture | null {
    const known = textures.get(bitmap);
    if (known || !gl) return known ?? null;
    const made = gl.createTexture();
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, made);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, bitmap);
    for (const edge of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) {
      gl.texParameteri(gl.TEXTURE_2D, edge, gl.CLAMP_TO_EDGE);
    }
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR);
    if (made) textures.set(bitmap, made);
    return made;
  }

  function bind(unit: number, bitmap: ImageBitmap | undefined): void {
    if (!gl || !bitmap) return;
    const bound = texture(bitmap);
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, bound);
  }

  function window(use: Shader, gaze: Gaze): void {
    if (!gl) return;
    const start = corner(gaze);
    gl.useProgram(use.program);
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.uniform2f(use.at('from'), start.x, start.y);
    gl.uniform1f(use.at('part'), 1 / gaze.zoom);
  }

  function day(use: Shader, shown: Pictures, gaze: Gaze): void {
    if (!gl) return;
    window(use, gaze);
    const parts = seenOf(shown, gaze);
    const names = ['first', 'second', 'third', 'fourth'] as const;
    names.forEach((name, unit) => {
      bind(unit, (parts[unit] ?? parts[0])?.picture);
      gl.uniform1i(use.at(name), unit);
    });
    const weight = (unit: number) => parts[unit]?.weight ?? 0;
    gl.uniform4f(use.at('weights'), weight(0), weight(1), weight(2), weight(3));
  }

  function dark(use: Shader, shown: Pictures, gaze: Gaze): void {
    if (!gl) return;
    window(use, gaze);
    LIGHTS.forEach((name, unit) => {
      bind(unit, shown.lights[name]);
      gl.uniform1i(use.at(name), unit);
    });
    const torches = gaze.torches.slice(0, MOST_TORCHES);
    gl.uniform2fv(
      use.at('torches'),
      Float32Array.from({ length: 2 * MOST_TORCHES }, (_, i) => {
        const held = torches[i >> 1];
        return held ? (i % 2 ? held.y : held.x) : 0;
      }),
    );
    gl.uniform1i(use.at('count'), torches.length);
    gl.uniform1i(use.at('kind'), { day: 0, above: 0, below: 1, side: 2 }[gaze.light]);
  }

  return {
    show(next) {
      const kept = new Set<ImageBitmap>(each(next));
      for (const [bitmap, old] of textures) {
        if (kept.has(bitmap)) continue;
        gl.deleteTexture(old);
        textures.delete(bitmap);
      }
      pictures = next;
      // Uploaded now, one after the other, and not in the middle of a tilt.
      for (const bitmap of kept) if (bitmap.width <= widest) texture(bitmap);
    },
    draw(gaze) {
      if (!pictures || gl.isContextLost()) return;
      const lit = gaze.light !== 'day' && LIGHTS.every((name) => pictures?.lights[name]);
      if (lit) dark(torch, pictures, gaze);
      else day(blend, pictures, gaze);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    },
    end() {
      canvas.removeEventListener('webglcontextlost', gone);
      for (const old of textures.values()) gl.deleteTexture(old);
      textures.clear();
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}

interface Shader {
  readonly program: WebGLProgram;
  at(name: string): WebGLUniformLocation | null;
}

function program(gl: WebGLRenderingContext, vertex: string, fragment: string): Shader | null {
  const made = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind);
    if (!shader) return null;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.bindAttribLocation(made, 0, 'place');
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) return null;
  const known = new Map<string, WebGLUniformLocation | null>();
  return {
    program: made,
    at(name) {
      if (!known.has(name)) known.set(name, gl.getUniformLocation(made, name));
      return known.get(name) ?? null;
    },
  };
}
