import { ports } from '../../../../../shared/places/ports.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';
import type { Detections } from '../memory/column-store.ts';
import type { DetectionMemory } from '../memory/detection-memory.ts';
import type { LoadedPasses } from './load-passes.ts';
import type { StoredPass } from './read-passes.ts';

/**
 * The name of the port that most detections of an image are near, of equal counts the busiest one; images without a
 * detection near a port are left out.
 */
export function* portsOfDetections(
  memory: DetectionMemory,
  detections: Detections,
  { table, column: { passes, shared } }: LoadedPasses,
): Steps<ReadonlyMap<StoredPass, string>> {
  yield* memory.fieldColumnInSteps(detections, 'place');
  const places = memory.fieldColumn(detections, 'place');
  if (places.kind !== 'coded') return new Map();
  const { codes } = places;
  const tallies = new Map<number, Map<number, number>>();
  const count = (at: number, pass: number) => {
    const code = codes[at] as number;
    if (code === 0 || pass < 0) return;
    const tally = tallies.get(pass) ?? new Map<number, number>();
    tallies.set(pass, tally.set(code, (tally.get(code) ?? 0) + 1));
  };
  yield* inRanges(passes.length, (from, to) => {
    for (let at = from; at < to; at += 1) count(at, passes[at] as number);
  });
  for (const item of shared) for (const pass of item.passes) count(item.at, pass);
  yield;
  const rankOf = (code: number) => ports[code - 1]?.[3] ?? 0;
  return new Map(
    [...tallies].map(([pass, tally]) => {
      const [[code] = [0]] = [...tally].toSorted(
        ([one, ofOne], [other, ofOther]) => ofOther - ofOne || rankOf(one) - rankOf(other) || one - other,
      );
      return [table.passes[pass] as StoredPass, String(places.values[code])];
    }),
  );
}
