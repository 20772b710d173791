import { type FixedObjects, presences } from '../../../../../shared/fixed-objects/presence.ts';
import type { FieldOf } from '../../../../../shared/results/builtin-fields.ts';
import type { Steps } from '../../../base/steps.ts';
import type { FieldColumn } from './field-column.ts';

/** Places whose sightings are counted in one step, some ten milliseconds. */
const placesInStep = 4096;

/** The column of a field about the looks at the place of each detection. */
export function* looksColumn(fixedObjects: Steps<FixedObjects>, field: FieldOf<'looks'>): Steps<FieldColumn> {
  const { places, presenceOfPlace, sightingsAt } = yield* fixedObjects;
  const { placeOf } = places;
  if (field === 'presence') {
    const codes = Uint8Array.from(placeOf, (place) => presenceOfPlace[place] as number);
    return { kind: 'coded', codes, values: [null, ...presences] };
  }
  const values: (string | null)[] = [null];
  const codeOf = new Map<string, number>();
  const codeOfPlace = new Uint32Array(places.count);
  for (let place = 0; place < places.count; place += 1) {
    if (place % placesInStep === 0) yield;
    const { seen, looks } = sightingsAt(place);
    if (seen === 0) continue;
    const text = `${seen} of ${looks}`;
    const code = codeOf.get(text) ?? values.push(text) - 1;
    codeOf.set(text, code);
    codeOfPlace[place] = code;
  }
  return { kind: 'coded', codes: placeOf.map((place) => codeOfPlace[place] as number), values };
}
