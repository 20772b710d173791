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

function fieldOf(code: ImportRefusalCode): string {
  switch (code) {
    case 'latitude-out-of-range':
    case 'pole':
      return 'latitude';
    case 'longitude-out-of-range':
    case 'too-wide':
      return 'longitude';
    case 'crs-unknown':
    case 'crs-contradictory':
      return 'crs';
    case 'bad-coordinate':
    case 'not-finite':
    case 'too-few-positions':
    case 'edge-too-long':
    case 'zero-area':
    case 'self-crossing':
    case 'hole-outside':
    case 'hole-in-hole':
    case 'too-complex':
      return 'coordinates';
    case 'bad-geojson':
    case 'bad-wkt':
    case 'bad-wkb':
    case 'no-polygon':
      return 'geometry';
    case 'network-link':
      return 'NetworkLink';
    case 'zip-path':
    case 'zip-encrypted':
    case 'zip-nested':
      return 'archive';
    default:
      return 'file';
  }
}
