/** Something above the map, in CSS pixels from the map's top left corner. */
export type MapOverlay = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

/** Space in CSS pixels between an extent that is zoomed to and what lies above the map. */
const gap = 24;
/** The smallest part of width and height that is left for an extent. */
const minFree = 0.4;

/**
 * The padding [top, right, bottom, left] with which overlays do not cover an extent. Each is avoided at the edge where
 * that takes the smallest share of the map.
 */
export function overlayPadding(
  [width, height]: readonly [number, number],
  overlays: readonly MapOverlay[],
): [number, number, number, number] {
  let [top, right, bottom, left] = [0, 0, 0, 0];
  for (const overlay of overlays) {
    const shares = {
      top: overlay.bottom / height,
      right: (width - overlay.left) / width,
      bottom: (height - overlay.top) / height,
      left: overlay.right / width,
    };
    const least = Math.min(...Object.values(shares));
    if (shares.top === least) top = Math.max(top, overlay.bottom);
    else if (shares.bottom === least) bottom = Math.max(bottom, height - overlay.top);
    else if (shares.right === least) right = Math.max(right, width - overlay.left);
    else left = Math.max(left, overlay.right);
  }
  const [vertical, horizontal] = [limit(top, bottom, height), limit(left, right, width)];
  return [vertical[0], horizontal[1], vertical[1], horizontal[0]];
}

/** Both with the gap, scaled down where they would leave too little. */
function limit(before: number, after: number, size: number): readonly [number, number] {
  const factor = Math.min(1, (size * (1 - minFree)) / (before + after + 2 * gap));
  return [(before + gap) * factor, (after + gap) * factor];
}
