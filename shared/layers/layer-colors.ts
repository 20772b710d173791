/** Colors for layers, `#rrggbb`: each differs from land and sea in both themes. */
export const layerColors = ['#c2438f', '#0f8f6f', '#a86400', '#4f74d9', '#b5502f', '#6b7f00'] as const;
