/** Colors of the states in the ordering document, easy to distinguish on the dark map. */
const stateColors: ReadonlyMap<string, string> = new Map([
  ['created', '#9db8d2'],
  ['open', '#94a2b0'],
  ['payment-pending', '#f0b429'],
  ['under-review', '#b894ff'],
  ['accepted', '#4cc2d4'],
  ['in-progress', '#5b9dff'],
  ['completed', '#5ec98b'],
  ['cancelled', '#a08a78'],
  ['closed', '#f08080'],
]);

/** The color of unknown and missing states; their areas are drawn dashed, too. */
export const unknownStateColor = '#f3f3f3';

/** The color of a state on the map and in its legend, `#rrggbb`. */
export function orderStateColor(state: string | null): string {
  return (state === null ? undefined : stateColors.get(state)) ?? unknownStateColor;
}
