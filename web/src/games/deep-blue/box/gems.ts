/** The seven gems: a colour and a cut each, so that colour is never the only sign. Drawn around 0, 0 within 12. */

import type { Colour } from './box';

export interface Cut {
  readonly outline: string;
  /** Lines within, where the facets meet. */
  readonly facets: string;
  readonly light: string;
  readonly dark: string;
  /** A sign on hazards. */
  readonly sign?: string;
}

export const CUTS: { readonly [colour in Colour]: Cut } = {
  // a hexagon
  silver: {
    outline: 'M0-11 9.500-5.500v11L0 11l-9.500-5.500v-11z',
    facets:
      'M0-11v6M9.500-5.500 4.300-2.500M9.500 5.500 4.300 2.500M0 11V5M-9.500 5.500-4.300 2.500M-9.500-5.500-4.300-2.500M0-5l4.300 2.500v5L0 5l-4.300-2.500v-5z',
    light: '#fbfdff',
    dark: '#b9c6d1',
  },
  // a lozenge
  gold: {
    outline: 'M0-12 10.500 0 0 12-10.500 0z',
    facets: 'M0-12v24M-10.500 0h21M-5-6 5 6M5-6-5 6',
    light: '#ffd257',
    dark: '#b87503',
  },
  // a pentagon
  red: {
    outline: 'M0-11.500 11-3.500 6.800 9.500H-6.800L-11-3.500z',
    facets:
      'M0-11.500v6M11-3.500 5-1.500M6.800 9.500 3 4.500M-6.800 9.500-3 4.500M-11-3.500-5-1.500M0-5.500l5 4-2 6h-6l-2-6z',
    light: '#ff6d6a',
    dark: '#a3122c',
  },
  // a step cut
  green: {
    outline: 'M-4.500-11.500h9l3.500 3.500v16l-3.500 3.500h-9L-8 8V-8z',
    facets: 'M-8-8l3.800 2.500h8.400L8-8M-8 8l3.800-2.500h8.400L8 8M-4.200-5.500v11M4.200-5.500v11',
    light: '#4fd28a',
    dark: '#0c6a41',
  },
  // a marquise
  purple: {
    outline: 'M0-12C7-7 9.500-3 9.500 0S7 7 0 12C-7 7-9.500 3-9.500 0S-7-7 0-12z',
    facets: 'M0-12C-3-4-3 4 0 12M0-12C3-4 3 4 0 12M-9.500 0h19',
    light: '#c58cf0',
    dark: '#5d2390',
  },
  // a star of eight
  black: {
    outline:
      'M0-12 2.700-6.500 8.500-8.500 6.500-2.700 12 0 6.500 2.700 8.500 8.500 2.700 6.500 0 12-2.700 6.500-8.500 8.500-6.500 2.700-12 0-6.500-2.700-8.500-8.500-2.700-6.500z',
    facets:
      'M-6.500-2.700-2.700-6.500M2.700-6.500 6.500-2.700M6.500 2.700 2.700 6.500M-2.700 6.500-6.500 2.700',
    light: '#4a5566',
    dark: '#0b0f16',
    sign: 'M-3.600-1.600a1.300 1.300 0 1 0 .1 0zM3.500-1.600a1.300 1.300 0 1 0 .1 0zM-3.400 3.600h6.800',
  },
  // a drop
  blue: {
    outline: 'M0-12C3.500-6 9-2 9 4A9 8.500 0 0 1-9 4C-9-2-3.500-6 0-12z',
    facets: 'M-5 4.500a5 4.500 0 0 0 4 4',
    light: '#5fb4ff',
    dark: '#0d4fa6',
    sign: 'M0-4.500v5M0 4.200v.1',
  },
};

/** How light a colour is to someone who sees no colours, from 0 to 1. */
export function lightness(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
