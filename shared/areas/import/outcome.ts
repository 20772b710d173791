import type { ImportRefusal, ImportRefusalCode } from './import-result.ts';

/** The outcome of a step of an import: a value, or the reason why the file or the part cannot be used. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: ImportRefusal };

/** The outcome of a successful step. */
export function accept<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** The outcome of a failed step. `message` states the value and the remedy; the location is added in front. */
export function refuse(
  code: ImportRefusalCode,
  place: string,
  message: string,
): { readonly ok: false; readonly refusal: ImportRefusal } {
  return {
    ok: false,
    refusal: { code, place, field: fieldOf(code), message: place === '' ? message : `${place}: ${message}` },
  };
}

/** The codes of refusals about a part of a file; the others are about all of it. */
const codesOfFields: Readonly<Record<string, readonly ImportRefusalCode[]>> = {
  latitude: ['latitude-out-of-range', 'pole'],
  longitude: ['longitude-out-of-range', 'too-wide'],
  crs: ['crs-unknown', 'crs-contradictory'],
  coordinates: [
    ...(['bad-coordinate', 'not-finite', 'too-few-positions', 'edge-too-long', 'zero-area'] as const),
    ...(['self-crossing', 'hole-outside', 'hole-in-hole', 'too-complex'] as const),
  ],
  geometry: ['bad-geojson', 'bad-wkt', 'bad-wkb', 'no-polygon'],
  NetworkLink: ['network-link'],
  archive: ['zip-path', 'zip-encrypted', 'zip-nested'],
};

function fieldOf(code: ImportRefusalCode): string {
  return Object.keys(codesOfFields).find((field) => codesOfFields[field]?.includes(code)) ?? 'file';
}
