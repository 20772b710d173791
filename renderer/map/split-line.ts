import type { Position } from 'geojson';

/** The parts of a line without the edges that `isGap` finds, each of two positions or more. */
export function splitLine(
  line: readonly Position[],
  isGap: (from: Position, to: Position) => boolean,
): Position[][] {
  const parts: Position[][] = [];
  let part: Position[] = [];
  line.forEach((position, index) => {
    const previous = line[index - 1];
    if (previous && isGap(previous, position)) {
      parts.push(part);
      part = [];
    }
    part.push(position);
  });
  return [...parts, part].filter((candidate) => candidate.length >= 2);
}
