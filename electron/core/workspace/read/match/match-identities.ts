import { hash } from 'node:crypto';
import { encodeGeometry } from '../../file/geopackage/geometry-blob.ts';
import { decodeGeometry } from '../../file/geopackage/read-geometry-blob.ts';
import type { MatchedRow } from './detection-rows.ts';

/**
 * Finds detections by the identities of reviews without a reviewed detection: those of workspaces and packages of former
 * versions. The hash of the geometry decides; the position in the list only between equal geometries. Returns indexes
 * of rows by identity.
 */
export function matchIdentities(
  identities: Iterable<string>,
  rows: readonly MatchedRow[],
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const taken = new Set<number>();
  let byHash: ReadonlyMap<string, readonly number[]> | undefined;
  for (const identity of identities) {
    const [, position, geometry] = /^at (\d+) (.+)$/.exec(identity) ?? [];
    if (position === undefined || geometry === undefined) continue;
    byHash ??= groupByHash(rows);
    const free = (byHash.get(geometry) ?? []).filter((index) => !taken.has(index));
    const index = free.find((each) => rows[each]?.position === Number(position)) ?? free[0];
    if (index === undefined) continue;
    taken.add(index);
    found.set(identity, index);
  }
  return found;
}

function groupByHash(rows: readonly MatchedRow[]): ReadonlyMap<string, readonly number[]> {
  const groups = new Map<string, number[]>();
  const add = (geometry: Uint8Array, index: number) => {
    const key = hashGeometry(geometry);
    const group = groups.get(key);
    if (!group) groups.set(key, [index]);
    else if (group.at(-1) !== index) group.push(index);
  };
  for (const [index, { geometry, chip, description }] of rows.entries()) {
    if (chip !== null || !geometry || !description) continue;
    add(geometry, index);
    // Heights may have been added since.
    add(encodeGeometry(decodeGeometry(geometry)), index);
  }
  return groups;
}

/** The hash of a geometry in the identity of a detection without a chip. */
export function hashGeometry(geometry: Uint8Array): string {
  return hash('sha256', geometry, 'base64url').slice(0, 22);
}
