import type { PolygonGeometry } from '../../geo/geometry.ts';
import { maxAreaNameLength, uniqueNames } from '../unique-names.ts';
import type { ImportLog } from './import-log.ts';
import type { ImportedArea } from './import-result.ts';

/** Polygons that come from one polygon of the file, with the name it has there. */
export type NamedPieces = {
  readonly name: string | undefined;
  readonly place: string;
  readonly pieces: readonly PolygonGeometry[];
};

/**
 * Gives each area a name of its own: the file's, with ` (2)`, ` (3)` … where a name comes again, as the parts of a
 * MultiPolygon do. What has none is called after the file, `harbours 1`, `harbours 2`.
 */
export function nameAreas(named: readonly NamedPieces[], fileName: string, log: ImportLog): ImportedArea[] {
  const areas = named.flatMap(({ name, place, pieces }) =>
    pieces.map((geometry) => ({ own: cleanName(name ?? ''), place, geometry })),
  );
  const stem = cleanName(fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/i, '')) || 'Area';
  const isOne = areas.filter(({ own }) => own === '').length === 1;
  let unnamed = 0;
  const wanted = areas.map(({ own, place }) => {
    if (own.length > maxAreaNameLength) log.fix('name-shortened', place);
    if (own !== '') return shortenName(own);
    unnamed += 1;
    return isOne ? shortenName(stem) : shortenName(stem, ` ${unnamed}`);
  });
  const names = uniqueNames(wanted, []);
  return areas.map(({ geometry }, index) => ({ name: names[index] ?? '', geometry }));
}

function shortenName(name: string, suffix = ''): string {
  const room = maxAreaNameLength - suffix.length;
  return (name.length <= room ? name : `${name.slice(0, room - 1).trimEnd()}…`) + suffix;
}

/** One line, without controls and marks that turn the direction of text around. */
function cleanName(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\s]+/gu, ' ')
    .trim();
}
