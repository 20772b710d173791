import type { Geometry } from 'geojson';
import { mayMeet, type Region, regionHolds, toRegion } from '../geo/region.ts';
import type { TimeSpan } from './time-spans.ts';

/** A result record of the workspace, as far as the ledger needs it. */
export type LedgerRecord = {
  readonly recordId: string;
  /** The names of its processors. */
  readonly analytics: readonly string[];
  /** The images that it was made of, one for each item of its sensor data. */
  readonly images: readonly {
    /** Epoch milliseconds UTC; null when the record gives no time that can be read. */
    readonly collectedAt: number | null;
    /** Null, or without polygons, when the record gives no footprint that can be read. */
    readonly footprint: Geometry | null;
  }[];
  readonly detections: readonly {
    /** As in the workspace: names joined by ` + ` where a feature cannot be told apart. */
    readonly analytic: string;
    /** Degrees. */
    readonly longitude: number;
    readonly latitude: number;
  }[];
};

/** An area of the order. */
export type LedgerArea = { readonly name: string; readonly region: Region };

/** A record that may matter, and why it could not be judged. */
export type UnjudgedRecord = {
  readonly recordId: string;
  readonly reason: 'no-time' | 'no-footprint' | 'no-analytic';
};

/** An image of a record, its footprint prepared. */
export type Image = { readonly collectedAt: number | null; readonly region: Region | null };

/** A record's images, those that were taken within the ranges, and those of which that is not known. */
export type Look = {
  readonly timely: readonly Image[];
  readonly untimed: readonly Image[];
  /** Epoch milliseconds of the first timely image; Infinity without one. */
  readonly collectedAt: number;
};

/** Looks at a record's images; `times` are merged, and their ends count. */
export function lookAt({ images }: LedgerRecord, times: readonly TimeSpan[]): Look {
  const isTimely = (at: number | null) => at !== null && times.some(({ from, to }) => at >= from && at <= to);
  const prepare = ({ collectedAt, footprint }: LedgerRecord['images'][number]): Image => {
    const region = footprint && toRegion([footprint]);
    return { collectedAt, region: region && region.polygons.length > 0 ? region : null };
  };
  const timely = images.filter(({ collectedAt }) => isTimely(collectedAt)).map(prepare);
  return {
    timely,
    untimed: images.filter(({ collectedAt }) => collectedAt === null).map(prepare),
    collectedAt: Math.min(...timely.map(({ collectedAt }) => collectedAt ?? Number.NaN)),
  };
}

/** Why a record that may show one of the areas cannot be judged; undefined when it can, or shows none. */
export function whyUnjudged(
  record: LedgerRecord,
  { timely, untimed }: Look,
  areas: readonly LedgerArea[],
): UnjudgedRecord['reason'] | undefined {
  const hasDetectionsInside = () =>
    areas.some(({ region }) =>
      record.detections.some(({ longitude, latitude }) => regionHolds(region, longitude, latitude)),
    );
  const mayShow = (images: readonly Image[]) =>
    images.some(({ region: seen }) => !seen || areas.some(({ region }) => mayMeet(region, seen))) ||
    hasDetectionsInside();
  if (record.images.length === 0) return 'no-time';
  if (record.analytics.length === 0) return mayShow([...timely, ...untimed]) ? 'no-analytic' : undefined;
  if (timely.length === 0) return untimed.length > 0 && mayShow(untimed) ? 'no-time' : undefined;
  const hasFootprint = timely.some(({ region }) => region !== null);
  return hasFootprint || hasDetectionsInside() ? undefined : 'no-footprint';
}
