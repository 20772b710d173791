import { IdSet } from '../../../shared/results/id-set.ts';
import { marks } from './detection-shaders.ts';
import {
  bytesPerDetection,
  type PackedDetections,
  placeOfId,
  wordsPerDetection,
} from './packed-detections.ts';

/** Which detections stand out, by id. */
export type DetectionSelection = {
  readonly selectedIds: IdSet;
  readonly focusedId: number | null;
  readonly hoveredIds: readonly number[];
};

/** No detection stands out. */
export const noSelection: DetectionSelection = { selectedIds: IdSet.empty, focusedId: null, hoveredIds: [] };

/**
 * Packed copies of the detections that stand out, each with its mark, in the order of drawing: selected, hovered,
 * focused. Ids that are not in the feed are left out.
 */
export function markedDetections(
  packed: PackedDetections,
  { selectedIds, focusedId, hoveredIds }: DetectionSelection,
): Uint32Array {
  const wanted: [id: number, mark: number][] = [
    ...Array.from(selectedIds, (id): [number, number] => [id, marks.selected]),
    ...hoveredIds.map((id): [number, number] => [id, marks.hovered]),
    ...(focusedId === null ? [] : [[focusedId, marks.focused] as [number, number]]),
  ];
  const words = new Uint32Array(wanted.length * wordsPerDetection);
  const bytes = new Uint8Array(words.buffer);
  let filled = 0;
  for (const [id, mark] of wanted) {
    const place = placeOfId(packed, id);
    if (place === undefined) continue;
    const from = place * wordsPerDetection;
    words.set(packed.words.subarray(from, from + wordsPerDetection), filled * wordsPerDetection);
    bytes[filled * bytesPerDetection + 15] = mark;
    filled += 1;
  }
  return words.subarray(0, filled * wordsPerDetection);
}
