/** Colors of the map, from the design; CSS cannot reach what is drawn on a canvas. */
export const mapColors = {
  /** Around marks, so that they stand out from each other. */
  casing: '#0a1219',
  sea: '#0c1722',
  land: '#26313b',
  landLine: '#43525e',
  graticule: 'rgba(136, 150, 164, 0.16)',
  graticuleZone: 'rgba(136, 150, 164, 0.4)',
  graticuleText: '#8d9ba8',
  place: '#b7c3ce',
  port: '#8fa1b0',
  seaPlace: '#6d9cc0',
  footprint: '#9a8cf0',
  area: '#ffffff',
  areaFill: 'rgba(255, 255, 255, 0.05)',
  selectedAreaFill: 'rgba(255, 255, 255, 0.1)',
  accent: '#4cc2d4',
  accentFill: 'rgba(76, 194, 212, 0.1)',
  refused: '#f08080',
  refusedFill: 'rgba(240, 128, 128, 0.15)',
  preview: '#f0b429',
  previewFill: 'rgba(240, 180, 41, 0.1)',
  previewFocusedFill: 'rgba(240, 180, 41, 0.2)',
  previewLeft: 'rgba(240, 180, 41, 0.5)',
  gained: 'rgba(94, 201, 139, 0.55)',
  lost: 'rgba(240, 128, 128, 0.55)',
  halo: 'rgba(12, 23, 34, 0.85)',
} as const;

/** The font of labels on the map. */
export const mapFont = '12px "Inter Variable", Inter, "Noto Sans", system-ui, sans-serif';
