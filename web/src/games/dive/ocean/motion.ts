/** Tilting by moving the device. Browsers allow it on secure pages only, and some ask first. */

const FULL_TILT = 20;

interface AsksFirst {
  requestPermission?: () => Promise<'granted' | 'denied'>;
}

export function canFeelMotion(): boolean {
  return isSecureContext && 'DeviceOrientationEvent' in window && matchMedia('(pointer: coarse)').matches;
}

/** Follow the device. Gives a way to stop; null if it may not be felt. */
export async function feelMotion(tilt: (across: number, down: number) => void): Promise<(() => void) | null> {
  const asks = DeviceOrientationEvent as unknown as AsksFirst;
  if (asks.requestPermission && (await asks.requestPermission().catch(() => 'denied')) !== 'granted') {
    return null;
  }
  let level: { beta: number; gamma: number } | null = null;
  const follow = ({ beta, gamma }: DeviceOrientationEvent) => {
    if (beta === null || gamma === null) return;
    // However it is held when it begins is straight from above.
    level ??= { beta, gamma };
    const [right, back] = [(gamma - level.gamma) / FULL_TILT, (beta - level.beta) / FULL_TILT];
    switch (screen.orientation.angle) {
      case 90:
        tilt(back, -right);
        break;
      case 270:
        tilt(-back, right);
        break;
      default:
        tilt(right, back);
    }
  };
  addEventListener('deviceorientation', follow);
  return () => removeEventListener('deviceorientation', follow);
}
