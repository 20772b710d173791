import { regionContains } from '../../../../../shared/geo/region.ts';
import { ports } from '../../../../../shared/places/ports.ts';
import { inRanges, type Steps } from '../../../base/steps.ts';
import type { Detections } from '../memory/column-store.ts';
import type { DetectionMemory } from '../memory/detection-memory.ts';
import type { FootprintOutlines } from './footprint-outlines.ts';
import type { LoadedPasses } from './load-passes.ts';

/** Images whose footprints are compared with the ports in one step, some ten milliseconds. */
const imagesInStep = 128;

/**
 * How many of these images show a place, by the name of its port: the port is in their footprint, or a detection near
 * it in the image. Places that none shows are left out.
 */
export function* countLooks(
  memory: DetectionMemory,
  detections: Detections,
  { table, column: { passes, shared } }: LoadedPasses,
  outlines: FootprintOutlines,
  passIndexes: Uint32Array,
): Steps<Readonly<Record<string, number>>> {
  yield* memory.fieldColumnInSteps(detections, 'place');
  const places = memory.fieldColumn(detections, 'place');
  const codes = places.kind === 'coded' ? places.codes : new Uint32Array(0);
  const shown = new Map([...passIndexes].map((passIndex) => [passIndex, new Set<number>()]));
  const add = (at: number, pass: number) => {
    const code = codes[at] as number;
    if (code > 0) shown.get(pass)?.add(code - 1);
  };
  yield* inRanges(codes.length, (from, to) => {
    for (let at = from; at < to; at += 1) add(at, passes[at] as number);
  });
  for (const item of shared) for (const pass of item.passes) add(item.at, pass);
  const known = yield* outlines.readOutlines();
  const counts: Record<string, number> = {};
  let ofStep = 0;
  for (const [passIndex, seen] of shown) {
    ofStep += 1;
    if (ofStep % imagesInStep === 0) yield;
    const region = known.get(table.passes[passIndex]?.footprintFid ?? 0)?.region;
    for (const [port, [name, longitude, latitude]] of ports.entries()) {
      if (seen.has(port) || (region && regionContains(region, longitude, latitude)))
        counts[name] = (counts[name] ?? 0) + 1;
    }
  }
  return counts;
}
