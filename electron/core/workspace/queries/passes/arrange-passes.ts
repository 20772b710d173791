import {
  geometryGroups,
  type ImageGroups,
  type PlacedImage,
  placeGroups,
} from '../../../../../shared/passes/geometry-groups.ts';
import type { PassGroupSubject, PassSortField, WantedPasses } from '../../../../../shared/passes/pass.ts';
import type { PassCounts } from './pass-counts.ts';
import type { PassGround } from './pass-ground.ts';
import type { HeldPass, PassTable } from './read-passes.ts';

/** Images that belong together, by place, in the order in which they are listed. */
export type ArrangedGroup = {
  readonly key: string;
  readonly subject: PassGroupSubject;
  readonly places: readonly number[];
};

type GroupsOnly = Pick<WantedPasses, 'groupBy' | 'tolerance'>;

/** Puts images into groups; undefined without grouping. */
export function groupPasses(
  { passes }: PassTable,
  ground: PassGround,
  places: Uint32Array,
  { groupBy, tolerance }: GroupsOnly,
): readonly ArrangedGroup[] | undefined {
  const passAt = (place: number) => passes[place] as HeldPass;
  switch (groupBy) {
    case 'none':
      return undefined;
    case 'day':
      return groupedBy(places, (place) => dayOf(passAt(place).startedAt)).map(([day, members]) => ({
        key: `day ${day}`,
        subject: { kind: 'day', day },
        places: members,
      }));
    case 'sensor':
      return groupedBy(places, (place) => passAt(place).sensorName).map(([sensorName, members]) => ({
        key: `sensor ${sensorName}`,
        subject: { kind: 'sensor', sensorName },
        places: members,
      }));
    case 'geometry':
    case 'place': {
      const images = Array.from(places, (place): PlacedImage => {
        const pass = passAt(place);
        return { image: pass, outline: ground.outlineOf(pass) };
      });
      const found =
        groupBy === 'geometry' ? geometryGroups(images, tolerance) : placeGroups(images, tolerance.overlap);
      return toArranged(found, images, places, passAt, groupBy);
    }
  }
}

function toArranged(
  { groups, unknown }: ImageGroups,
  images: readonly PlacedImage[],
  places: Uint32Array,
  passAt: (place: number) => HeldPass,
  groupBy: 'geometry' | 'place',
): readonly ArrangedGroup[] {
  const placeAt = (index: number) => places[index] as number;
  const known = groups.map((members): ArrangedGroup => {
    const [first = 0] = members;
    const pass = passAt(placeAt(first));
    const position = middleOf(images[first]);
    return {
      key: `${groupBy} ${pass.key}`,
      subject:
        groupBy === 'geometry'
          ? { kind: 'geometry', image: imageOf(pass), position }
          : { kind: 'place', position },
      places: members.map(placeAt),
    };
  });
  if (unknown.length === 0) return known;
  const missing = groupBy === 'geometry' ? 'geometry' : 'footprint';
  return [...known, { key: 'unknown', subject: { kind: 'unknown', missing }, places: unknown.map(placeAt) }];
}

/** The members of an image without what else is held of it. */
export function imageOf(pass: HeldPass) {
  const { sensorName, sensorType, sensorMode, productType, vendorId, polarization } = pass;
  const { startedAt, incidenceAngle, azimuthAngle } = pass;
  return {
    sensorName,
    sensorType,
    sensorMode,
    productType,
    vendorId,
    polarization,
    startedAt,
    incidenceAngle,
    azimuthAngle,
  };
}

function middleOf(image: PlacedImage | undefined): readonly [number, number] | null {
  const region = image?.outline?.region;
  const [span] = region?.reach ?? [];
  return region && span ? [(span[0] + span[1]) / 2, (region.south + region.north) / 2] : null;
}

const dayMs = 86_400_000;

function dayOf(startedAt: number | null): number | null {
  return startedAt === null ? null : Math.floor(startedAt / dayMs) * dayMs;
}

function groupedBy<Key>(places: Uint32Array, keyOf: (place: number) => Key): [Key, number[]][] {
  return [...Map.groupBy(places, keyOf)];
}

/**
 * Groups as they are listed: days from the last, sensors by name, places and geometries the largest first, what is
 * unknown last; and the members of each sorted.
 */
export function sortGroups(
  groups: readonly ArrangedGroup[],
  compare: (one: number, other: number) => number,
): readonly ArrangedGroup[] {
  return groups
    .toSorted((one, other) => rankOf(one.subject) - rankOf(other.subject) || compareGroups(one, other) || 0)
    .map((group) => ({ ...group, places: group.places.toSorted(compare) }));
}

function rankOf(subject: PassGroupSubject): number {
  if (subject.kind === 'day') return subject.day === null ? 1 : 0;
  if (subject.kind === 'sensor') return subject.sensorName === null ? 1 : 0;
  return subject.kind === 'unknown' ? 1 : 0;
}

function compareGroups({ subject: one, places }: ArrangedGroup, other: ArrangedGroup): number {
  if (one.kind === 'day' && other.subject.kind === 'day') return (other.subject.day ?? 0) - (one.day ?? 0);
  if (one.kind === 'sensor' && other.subject.kind === 'sensor') {
    return (one.sensorName ?? '').localeCompare(other.subject.sensorName ?? '');
  }
  return other.places.length - places.length;
}

/** Compares places by a column; what has no value comes last either way, and equals go by time, the last first. */
export function passOrder(
  { passes }: PassTable,
  counts: PassCounts,
  { field, order }: WantedPasses['sort'],
): (one: number, other: number) => number {
  const sign = order === 'ASC' ? 1 : -1;
  const cellOf = columnOf(passes, counts, field);
  const timeOf = (place: number) => passes[place]?.startedAt ?? Number.NEGATIVE_INFINITY;
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
  passes: readonly HeldPass[],
  counts: PassCounts,
  field: PassSortField,
): (place: number) => number | string | null {
  const of = (read: (pass: HeldPass) => number | string | null) => (place: number) =>
    read(passes[place] as HeldPass);
  switch (field) {
    case 'time':
      return of(({ startedAt }) => startedAt);
    case 'sensor':
      return of(({ sensorName }) => sensorName);
    case 'mode':
      return of(({ sensorMode }) => sensorMode);
    case 'polarization':
      return of(({ polarization }) => polarization);
    case 'incidence':
      return of(({ incidenceAngle }) => incidenceAngle);
    case 'azimuth':
      return of(({ azimuthAngle }) => azimuthAngle);
    case 'product':
      return of(({ productType }) => productType);
    case 'records':
      return of(({ recordKeys }) => recordKeys.length);
    case 'detections':
      return (place) => counts.detections[place] as number;
    case 'reviewed':
      return (place) => counts.reviewed[place] as number;
  }
}
