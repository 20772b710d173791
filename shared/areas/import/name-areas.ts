import { textStart } from '../../cut-text.ts';
import type { PolygonGeometry } from '../../geo/geometry.ts';
import { toSingleLine } from '../../printable-text.ts';
import { maxAreaNameLength, uniqueNames } from '../unique-names.ts';
import type { ImportLog } from './import-log.ts';
import type { ImportedArea } from './import-result.ts';

/** The polygons made from one polygon of the file, with its name in the file. */
export type NamedPieces = {
  readonly name: string | undefined;
  readonly place: string;
  readonly pieces: readonly PolygonGeometry[];
};

/**
 * Gives each area a unique name: the name in the file, with ` (2)`, ` (3)` … where it repeats, as for the parts of a
 * MultiPolygon. Areas without a name are named after the file, `harbours 1`, `harbours 2`.
 */
export function nameAreas(named: readonly NamedPieces[], fileName: string, log: ImportLog): ImportedArea[] {
  const areas = named.flatMap(({ name, place, pieces }) =>
    pieces.map((geometry) => ({ ownName: toSingleLine(name ?? ''), place, geometry })),
  );
  const stem = toSingleLine(fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/i, '')) || 'Area';
  const isOne = areas.filter(({ ownName }) => ownName === '').length === 1;
  let unnamed = 0;
  const requested = areas.map(({ ownName, place }) => {
    if (ownName.length > maxAreaNameLength) log.fix('name-shortened', place);
    if (ownName !== '') return shortenName(ownName);
    unnamed += 1;
    return isOne ? shortenName(stem) : shortenName(stem, ` ${unnamed}`);
  });
  const names = uniqueNames(requested, []);
  return areas.map(({ geometry }, index) => ({ name: names[index] ?? '', geometry }));
}

function shortenName(name: string, suffix = ''): string {
  const room = maxAreaNameLength - suffix.length;
  return (name.length <= room ? name : `${textStart(name, room - 1).trimEnd()}…`) + suffix;
}
