import {
  groupByGeometry,
  groupByLocation,
  type ImageGroups,
  type ImageWithOutline,
} from '../../../../../shared/passes/geometry-groups.ts';
import type { PassGroupSubject, PassQuery, PassSortField } from '../../../../../shared/passes/pass.ts';
import type { Steps } from '../../../base/steps.ts';
import { orderOfNumbers } from '../memory/number-order.ts';
import { type Compare, sortInSteps } from '../memory/sort-in-steps.ts';
import type { FootprintOutlines } from './footprint-outlines.ts';
import type { PassCounts } from './pass-counts.ts';
import type { PassTable, StoredPass } from './read-passes.ts';

/** Images that belong together, by index, in the order in which they are listed. */
export type ArrangedGroup = {
  readonly key: string;
  readonly subject: PassGroupSubject;
  readonly passIndexes: readonly number[];
};

type Grouping = Pick<PassQuery, 'groupBy' | 'tolerance'>;

/** Groups images; undefined without grouping. */
export function* groupPasses(
  { passes }: PassTable,
  outlines: FootprintOutlines,
  passIndexes: Uint32Array,
  { groupBy, tolerance }: Grouping,
): Steps<readonly ArrangedGroup[] | undefined> {
  const passAt = (passIndex: number) => passes[passIndex] as StoredPass;
  switch (groupBy) {
    case 'none':
      return undefined;
    case 'day':
      return groupIndexes(passIndexes, (passIndex) => dayOf(passAt(passIndex).startedAt)).map(
        ([day, members]) => ({
          key: `day ${day}`,
          subject: { kind: 'day', day },
          passIndexes: members,
        }),
      );
    case 'sensor':
      return groupIndexes(passIndexes, (passIndex) => passAt(passIndex).sensorName).map(
        ([sensorName, members]) => ({
          key: `sensor ${sensorName}`,
          subject: { kind: 'sensor', sensorName },
          passIndexes: members,
        }),
      );
    case 'place': {
      yield* outlines.readPlaces();
      const placeOf = (passIndex: number) => outlines.placeOf(passAt(passIndex));
      // A footprint that cannot be drawn shows no place, which differs from showing one without a port.
      const located = passIndexes.filter((passIndex) => placeOf(passIndex) !== null);
      const unknown = passIndexes.filter((passIndex) => placeOf(passIndex) === null);
      yield;
      return [
        ...groupIndexes(located, (passIndex) => placeOf(passIndex)?.port ?? null).map(
          ([place, members]): ArrangedGroup => ({
            key: `place ${place}`,
            subject: { kind: 'place', place },
            passIndexes: members,
          }),
        ),
        ...unknownGroup('footprint', [...unknown]),
      ];
    }
    case 'geometry':
    case 'location': {
      const known = yield* outlines.readOutlines();
      const times = Float64Array.from(passIndexes, (passIndex) => passAt(passIndex).startedAt ?? afterAll);
      // In the order in which they are grouped, so that sorting them takes one short step.
      const byTime = (yield* orderOfNumbers(times)).map((index) => passIndexes[index] as number);
      const images = Array.from(byTime, (passIndex): ImageWithOutline => {
        const pass = passAt(passIndex);
        return { image: pass, outline: known.get(pass.footprintFid ?? 0) ?? null };
      });
      const found = yield* groupBy === 'geometry'
        ? groupByGeometry(images, tolerance)
        : groupByLocation(images, tolerance.overlap);
      yield;
      return toArrangedGroups(found, images, byTime, passAt, groupBy);
    }
  }
}

function toArrangedGroups(
  { groups, unknown }: ImageGroups,
  images: readonly ImageWithOutline[],
  passIndexes: Uint32Array,
  passAt: (passIndex: number) => StoredPass,
  groupBy: 'geometry' | 'location',
): readonly ArrangedGroup[] {
  const indexAt = (index: number) => passIndexes[index] as number;
  const known = groups.map((members): ArrangedGroup => {
    const [first = 0] = members;
    const pass = passAt(indexAt(first));
    const position = centerOf(images[first]);
    return {
      key: `${groupBy} ${pass.key}`,
      subject:
        groupBy === 'geometry'
          ? { kind: 'geometry', image: imageOf(pass), position }
          : { kind: 'location', position },
      passIndexes: members.map(indexAt),
    };
  });
  const missing = groupBy === 'geometry' ? 'geometry' : 'footprint';
  return [...known, ...unknownGroup(missing, unknown.map(indexAt))];
}

function unknownGroup(
  missing: 'geometry' | 'footprint',
  passIndexes: readonly number[],
): readonly ArrangedGroup[] {
  return passIndexes.length === 0
    ? []
    : [{ key: 'unknown', subject: { kind: 'unknown', missing }, passIndexes }];
}

/** Epoch milliseconds of no image: one without a time comes last. */
const afterAll = Number.MAX_SAFE_INTEGER;

/** The descriptive members of an image. */
export function imageOf(pass: StoredPass) {
  const { sensorName, sensorType, sensorMode, productType, vendorId, polarization } = pass;
  const { startedAt, incidenceAngle, azimuthAngle } = pass;
  return {
    ...{ sensorName, sensorType, sensorMode, productType, vendorId, polarization },
    ...{ startedAt, incidenceAngle, azimuthAngle },
  };
}

function centerOf(image: ImageWithOutline | undefined): readonly [number, number] | null {
  const region = image?.outline?.region;
  const [span] = region?.longitudeSpans ?? [];
  return region && span ? [(span[0] + span[1]) / 2, (region.south + region.north) / 2] : null;
}

const dayMs = 86_400_000;

function dayOf(startedAt: number | null): number | null {
  return startedAt === null ? null : Math.floor(startedAt / dayMs) * dayMs;
}

function groupIndexes<Key>(passIndexes: Uint32Array, keyOf: (passIndex: number) => Key): [Key, number[]][] {
  return [...Map.groupBy(passIndexes, keyOf)];
}

/**
 * Groups as they are listed: days from the last, sensors by name, places, locations and geometries the largest first, what is
 * without a place or unknown last; and the members of each sorted.
 */
export function* sortGroups(
  groups: readonly ArrangedGroup[],
  compare: Compare,
): Steps<readonly ArrangedGroup[]> {
  const sorted: ArrangedGroup[] = [];
  let members = 0;
  for (const group of groups.toSorted(
    (one, other) => rankOf(one.subject) - rankOf(other.subject) || compareGroups(one, other) || 0,
  )) {
    members += group.passIndexes.length;
    if (members > membersInStep) {
      yield;
      members = 0;
    }
    const passIndexes =
      group.passIndexes.length > membersInStep
        ? [...(yield* sortInSteps(group.passIndexes, compare))]
        : group.passIndexes.toSorted(compare);
    sorted.push({ ...group, passIndexes });
  }
  return sorted;
}

/** Members of groups that are sorted in one step, some ten milliseconds. */
const membersInStep = 16_384;

function rankOf(subject: PassGroupSubject): number {
  if (subject.kind === 'day') return subject.day === null ? 1 : 0;
  if (subject.kind === 'sensor') return subject.sensorName === null ? 1 : 0;
  if (subject.kind === 'place') return subject.place === null ? 1 : 0;
  return subject.kind === 'unknown' ? 2 : 0;
}

function compareGroups({ subject: one, passIndexes }: ArrangedGroup, other: ArrangedGroup): number {
  if (one.kind === 'day' && other.subject.kind === 'day') return (other.subject.day ?? 0) - (one.day ?? 0);
  if (one.kind === 'sensor' && other.subject.kind === 'sensor') {
    return (one.sensorName ?? '').localeCompare(other.subject.sensorName ?? '');
  }
  return other.passIndexes.length - passIndexes.length;
}

/** Compares passes by a column; absent values come last in both directions, and equal ones go by time, the last first. */
export function createPassComparator(
  { passes }: PassTable,
  outlines: FootprintOutlines,
  counts: PassCounts,
  { field, order }: PassQuery['sort'],
): Compare {
  const sign = order === 'ASC' ? 1 : -1;
  const cellOf = columnOf(passes, outlines, counts, field);
  const timeOf = (passIndex: number) => passes[passIndex]?.startedAt ?? Number.NEGATIVE_INFINITY;
  return (one, other) => {
    const [a, b] = [cellOf(one), cellOf(other)];
    if (a === null || b === null) {
      if (a !== b) return a === null ? 1 : -1;
    } else if (a !== b) return a < b ? -sign : sign;
    const [t, u] = [timeOf(one), timeOf(other)];
    return t === u ? one - other : u - t;
  };
}

function columnOf(
  passes: readonly StoredPass[],
  outlines: FootprintOutlines,
  counts: PassCounts,
  field: PassSortField,
): (passIndex: number) => number | string | null {
  type Read = (pass: StoredPass, passIndex: number) => number | string | null;
  const readers: Readonly<Record<PassSortField, Read>> = {
    time: ({ startedAt }) => startedAt,
    place: (pass) => outlines.placeOf(pass)?.port ?? null,
    sensor: ({ sensorName }) => sensorName,
    mode: ({ sensorMode }) => sensorMode,
    polarization: ({ polarization }) => polarization,
    incidence: ({ incidenceAngle }) => incidenceAngle,
    azimuth: ({ azimuthAngle }) => azimuthAngle,
    product: ({ productType }) => productType,
    records: ({ recordKeys }) => recordKeys.length,
    detections: (_, passIndex) => counts.detections[passIndex] as number,
    reviewed: (_, passIndex) => counts.reviewed[passIndex] as number,
  };
  const read = readers[field];
  return (passIndex) => read(passes[passIndex] as StoredPass, passIndex);
}
