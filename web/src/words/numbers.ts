/** Numbers as they are read. */

export function percent(chance: number): number {
  return Math.round(chance * 100);
}

export function decimal(value: number): string {
  return value.toLocaleString(document.documentElement.lang || 'en', { maximumFractionDigits: 1 });
}
