import { type ColorScheme, designTokens } from '../ui/design-tokens.ts';

/** The opacity of marks and hulls of rejected detections. */
export const rejectedOpacity = 0.32;

/** Colors of the map for each color scheme, from the design; CSS cannot reach what is drawn on a canvas. */
export const mapColorsOf = {
  dark: {
    /** Around marks, so that they stand out from each other. */
    casing: designTokens.dark.casing,
    sea: designTokens.dark.sea,
    land: designTokens.dark.land,
    landLine: '#43525e',
    /** Coasts above density and coverage. */
    lineAbove: '#8fa1b0',
    graticule: 'rgba(136, 150, 164, 0.16)',
    graticuleZone: 'rgba(136, 150, 164, 0.4)',
    graticuleText: '#8d9ba8',
    graticuleSwatch: '#5f6d7a',
    place: '#b7c3ce',
    port: '#8fa1b0',
    seaPlace: '#6d9cc0',
    label: '#e6ebf0',
    footprint: '#9a8cf0',
    area: '#ffffff',
    selectedAreaFill: 'rgba(255, 255, 255, 0.1)',
    accent: designTokens.dark.accent,
    accentFill: 'rgba(76, 194, 212, 0.1)',
    refused: designTokens.dark.bad,
    refusedFill: 'rgba(240, 128, 128, 0.15)',
    preview: designTokens.dark.warn,
    previewFill: 'rgba(240, 180, 41, 0.1)',
    previewFocusedFill: 'rgba(240, 180, 41, 0.2)',
    previewLeft: 'rgba(240, 180, 41, 0.5)',
    gained: 'rgba(94, 201, 139, 0.55)',
    lost: 'rgba(240, 128, 128, 0.55)',
    halo: 'rgba(12, 23, 34, 0.85)',
    /** Rings around detections. */
    flaggedRing: designTokens.dark.warn,
    selectedRing: designTokens.dark.accent,
    focusRing: '#ffffff',
    /** Density, from a count of one to the highest, evenly over its logarithm; five colors. */
    densityRamp: ['#23457c', '#23789c', '#2fb0a0', '#9bd65f', '#fff3a3'],
    tileCover: 'rgba(94, 120, 104, 0.25)',
    tileBuilding: 'rgba(150, 165, 178, 0.3)',
    tileWaterLine: '#1c3a52',
    tileBorder: '#8896a4',
    tileRoad: '#6d7c89',
    tileLine: '#55646f',
    tileText: '#c4ccd4',
  },
  light: {
    casing: designTokens.light.casing,
    sea: designTokens.light.sea,
    land: designTokens.light.land,
    landLine: '#a9b4b8',
    lineAbove: '#4b5a67',
    graticule: 'rgba(60, 82, 100, 0.16)',
    graticuleZone: 'rgba(60, 82, 100, 0.4)',
    graticuleText: '#4b5a67',
    graticuleSwatch: '#8796a3',
    place: '#2f3a44',
    port: '#46545f',
    seaPlace: '#2f5f80',
    label: '#1b242c',
    footprint: '#5b4bc4',
    area: '#14212b',
    selectedAreaFill: 'rgba(20, 33, 43, 0.1)',
    accent: designTokens.light.accent,
    accentFill: 'rgba(10, 109, 125, 0.12)',
    refused: designTokens.light.bad,
    refusedFill: 'rgba(179, 38, 30, 0.12)',
    preview: designTokens.light.warn,
    previewFill: 'rgba(133, 85, 0, 0.1)',
    previewFocusedFill: 'rgba(133, 85, 0, 0.2)',
    previewLeft: 'rgba(133, 85, 0, 0.55)',
    gained: 'rgba(26, 116, 67, 0.45)',
    lost: 'rgba(179, 38, 30, 0.45)',
    halo: 'rgba(255, 255, 255, 0.85)',
    flaggedRing: designTokens.light.warn,
    selectedRing: designTokens.light.accent,
    focusRing: '#14212b',
    densityRamp: ['#7fb0e0', '#2f8dbb', '#167a78', '#3f6412', '#452a00'],
    tileCover: 'rgba(120, 160, 110, 0.25)',
    tileBuilding: 'rgba(120, 110, 95, 0.25)',
    tileWaterLine: '#8fb3c9',
    tileBorder: '#6f7c87',
    tileRoad: '#a39d8e',
    tileLine: '#b7b2a5',
    tileText: '#3a4650',
  },
} as const satisfies Record<ColorScheme, MapColors>;

type MapColors = Readonly<Record<string, string | readonly string[]>>;

/** The colors of the map in one color scheme. */
export type SchemeColors = (typeof mapColorsOf)[ColorScheme];

/** One scheme for all maps of the page, as for the page itself. */
let current: ColorScheme = 'dark';

/** The color scheme in which maps are drawn. */
export function mapScheme(): ColorScheme {
  return current;
}

/** Sets the color scheme in which maps are drawn; the caller redraws them. */
export function setMapScheme(scheme: ColorScheme): void {
  current = scheme;
}

/** Draws with the colors of a scheme. */
export function withMapScheme<T>(scheme: ColorScheme, draw: () => T): T {
  const former = current;
  current = scheme;
  try {
    return draw();
  } finally {
    current = former;
  }
}

/** The colors of the scheme in use. */
export function mapColors(): SchemeColors {
  return mapColorsOf[current];
}

/**
 * Something made once from the colors of each scheme, such as a style. The function returns that of the scheme in use.
 */
export function perScheme<T>(make: (colors: SchemeColors) => T): () => T {
  const made = new Map<ColorScheme, T>();
  return () => {
    const existing = made.get(current);
    if (existing !== undefined) return existing;
    const created = make(mapColors());
    made.set(current, created);
    return created;
  };
}

/** `color` over `background`, both `#rrggbb`, with an opacity of 0…1. */
export function colorOver(color: string, background: string, opacity: number): string {
  const under = colorComponents(background);
  const parts = colorComponents(color).map((part, index) =>
    Math.round(255 * (opacity * part + (1 - opacity) * (under[index] ?? 0))),
  );
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Red, green and blue of `#rrggbb`, 0…1. */
export function colorComponents(color: string): [red: number, green: number, blue: number] {
  const rgb = Number.parseInt(color.slice(1), 16);
  return [(rgb >> 16) / 255, ((rgb >> 8) & 255) / 255, (rgb & 255) / 255];
}

/** The font of labels on the map. */
export const mapFont = '12px "Inter Variable", Inter, "Noto Sans", system-ui, sans-serif';
