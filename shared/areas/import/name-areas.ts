import type { PolygonGeometry } from '../../geo/geometry.ts';
import type { ImportLog } from './import-log.ts';
import type { ImportedArea } from './import-result.ts';

const longestName = 200;

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
  const stem = cleaned(fileName.replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/i, '')) || 'Area';
  const count = named.reduce(
    (sum, { name, pieces }) => sum + (cleaned(name ?? '') === '' ? pieces.length : 0),
    0,
  );
  const taken = new Set<string>();
  const next = new Map<string, number>();
  let unnamed = 0;
  return named.flatMap(({ name, place, pieces }) =>
    pieces.map((geometry) => {
      const own = cleaned(name ?? '');
      if (own === '') unnamed += 1;
      if (own.length > longestName) log.fix('name-shortened', place);
      const wanted = own === '' ? `${stem}${count > 1 ? ` ${unnamed}` : ''}` : own;
      return { name: uniqueName(wanted, taken, next), geometry };
    }),
  );
}

function uniqueName(wanted: string, taken: Set<string>, next: Map<string, number>): string {
  let name = shortened(wanted, '');
  for (let number = next.get(wanted) ?? 2; taken.has(name); number += 1) {
    name = shortened(wanted, ` (${number})`);
    next.set(wanted, number + 1);
  }
  taken.add(name);
  return name;
}

function shortened(name: string, suffix: string): string {
  const room = longestName - suffix.length;
  return (name.length <= room ? name : `${name.slice(0, room - 1).trimEnd()}…`) + suffix;
}

/** One line, without controls and marks that turn the direction of text around. */
function cleaned(name: string): string {
  return name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\s]+/gu, ' ')
    .trim();
}
