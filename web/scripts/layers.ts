/**
 * Who imports whom in `src`, and whether they may.
 *
 * Everything counts: modules, types alone, components that only markup uses, imports in the middle of code or markup.
 * A `.svelte` file is read by Svelte's own parser and its scripts by TypeScript's; neither leaves out what a build
 * would leave out.
 */

import { dirname, join, normalize } from 'node:path/posix';

import { parse } from 'svelte/compiler';
import ts from 'typescript';

/** How something is imported. `markup`: a component that the markup uses. */
export type Kind = 'code' | 'type' | 'markup' | 'dynamic';

export interface Import {
  readonly from: string;
  readonly to: string;
  readonly kind: Kind;
}

/** Texts by their path from `src`. */
export type Sources = ReadonlyMap<string, string>;

/** Folders from the top to the bottom; those on one level do not know each other. '' is `src` itself. */
export type Layers = readonly (readonly string[])[];

const SUFFIXES = ['', '.ts', '.svelte.ts', '.js'];

/** Everything that is wrong, each in a sentence. */
export function violations(sources: Sources, layers: Layers, most: number): string[] {
  const imports = [...sources].flatMap(([path, text]) => importsOf(path, text, sources));
  return [
    ...imports.flatMap((one) => upward(one, layers)),
    ...cycles(imports, (path) => path).map((cycle) => `a cycle of modules: ${cycle.join(' → ')}`),
    ...cycles(imports, dirname).map((cycle) => `a cycle of folders: ${cycle.join(' → ')}`),
    ...crowded(sources, most),
  ];
}

/** What a file imports from `src`. What is generated or lies elsewhere is of no concern here. */
export function importsOf(path: string, text: string, sources: Sources): Import[] {
  const found = path.endsWith('.svelte') ? inComponent(text) : inModule(text);
  return found.flatMap(({ specifier, kind }) => {
    if (!specifier.startsWith('.')) return [];
    const target = normalize(join(dirname(path), specifier.replace(/\?.*$/, '')));
    const to = SUFFIXES.map((suffix) => target + suffix).find((each) => sources.has(each));
    return to === undefined || to === path ? [] : [{ from: path, to, kind }];
  });
}

interface Named {
  readonly specifier: string;
  readonly kind: Kind;
  /** What it is called here. */
  readonly names: readonly string[];
}

function inComponent(text: string): Named[] {
  const { instance, module, fragment } = parse(text, { modern: true });
  const scripts = [instance, module].flatMap((script) => {
    if (!script) return [];
    const { start, end } = script.content as unknown as { start: number; end: number };
    return inModule(text.slice(start, end));
  });
  const { tags, dynamic } = inMarkup(fragment);
  return [
    ...scripts.map((one) =>
      one.names.some((name) => tags.has(name)) ? { ...one, kind: 'markup' as const } : one,
    ),
    ...dynamic.map((specifier) => ({ specifier, kind: 'dynamic' as const, names: [] })),
  ];
}

/** The components that markup uses, and what it imports itself. */
function inMarkup(fragment: unknown): { tags: Set<string>; dynamic: string[] } {
  const tags = new Set<string>();
  const dynamic: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (typeof node !== 'object' || node === null) return;
    const { type, name, source } = node as { type?: string; name?: string; source?: { value?: unknown } };
    if (type === 'Component' && name) tags.add(name.split('.')[0] ?? name);
    if (type === 'ImportExpression' && typeof source?.value === 'string') dynamic.push(source.value);
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value);
  };
  walk(fragment);
  return { tags, dynamic };
}

function inModule(text: string): Named[] {
  const found: Named[] = [];
  const note = (specifier: ts.Node | undefined, kind: Kind, names: readonly string[] = []): void => {
    if (specifier && ts.isStringLiteralLike(specifier))
      found.push({ specifier: specifier.text, kind, names });
  };
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const clause = node.importClause;
      note(node.moduleSpecifier, isTypeOnly(clause) ? 'type' : 'code', namesIn(clause));
    } else if (ts.isExportDeclaration(node)) {
      note(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'code');
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      note(node.argument.literal, 'type');
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      note(node.arguments[0], 'dynamic');
    }
    ts.forEachChild(node, walk);
  };
  walk(ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest));
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    !clause.name && !!named && ts.isNamedImports(named) && named.elements.every((each) => each.isTypeOnly)
  );
}

function namesIn(clause: ts.ImportClause | undefined): string[] {
  const named = clause?.namedBindings;
  return [
    ...(clause?.name ? [clause.name.text] : []),
    ...(named && ts.isNamedImports(named) ? named.elements.map((each) => each.name.text) : []),
    ...(named && ts.isNamespaceImport(named) ? [named.name.text] : []),
  ];
}

const SAID: { readonly [kind in Kind]: string } = {
  code: 'imports',
  type: 'imports a type from',
  markup: 'uses in its markup',
  dynamic: 'imports when needed',
};

function upward({ from, to, kind }: Import, layers: Layers): string[] {
  const [above, below] = [layerOf(from, layers), layerOf(to, layers)];
  if (!above || !below) return [`${above ? to : from} lies in no layer`];
  if (above.folder === below.folder || above.level < below.level) return [];
  const why = above.level === below.level ? 'which stands beside it' : 'which stands above it';
  return [`${from} ${SAID[kind]} ${to}, ${why}`];
}

/** The layer of a file: that of the longest folder that it lies in. */
function layerOf(path: string, layers: Layers): { folder: string; level: number } | null {
  const folders = layers.flatMap((beside, level) => beside.map((folder) => ({ folder, level })));
  const around = folders.filter(({ folder }) =>
    folder === '' ? !path.includes('/') : path.startsWith(`${folder}/`),
  );
  return around.sort((one, other) => other.folder.length - one.folder.length)[0] ?? null;
}

/** Cycles among files or folders, each told once. */
function cycles(imports: readonly Import[], unit: (path: string) => string): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [one, other] = [unit(from), unit(to)];
    if (one !== other) next.set(one, (next.get(one) ?? new Set()).add(other));
  }
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (at: string, way: readonly string[]): void => {
    const seen = way.indexOf(at);
    if (seen >= 0) found.push([...way.slice(seen), at]);
    if (seen >= 0 || done.has(at)) return;
    for (const each of next.get(at) ?? []) walk(each, [...way, at]);
    done.add(at);
  };
  for (const each of next.keys()) walk(each, []);
  return found;
}

/** Folders in which nobody finds anything any more. */
function crowded(sources: Sources, most: number): string[] {
  const modules = new Map<string, number>();
  for (const path of sources.keys()) {
    if (/\.(ts|svelte)$/.test(path)) modules.set(dirname(path), (modules.get(dirname(path)) ?? 0) + 1);
  }
  return [...modules]
    .filter(([, count]) => count > most)
    .map(([folder, count]) => `${folder} has ${count} modules, more than ${most}`);
}
