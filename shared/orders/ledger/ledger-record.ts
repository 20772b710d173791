import type { Geometry } from 'geojson';
import { boundsIntersect, type Region, regionContains, toRegion } from '../../geo/region.ts';
import type { TimeSpan } from '../../time-spans.ts';

/** The parts of a result record that the ledger needs. */
export type LedgerRecord = {
  readonly recordId: string;
  /** Whether its features were requested. Without them it is not known what was found. */
  readonly hasFeatures: boolean;
  /** Names of its processors. */
  readonly analytics: readonly string[];
  /** Its source images, one for each item of the sensor data. */
  readonly images: readonly {
    /** Epoch milliseconds UTC; null without a readable time. */
    readonly collectedAt: number | null;
    /** Null, or without polygons, without a readable footprint. */
    readonly footprint: Geometry | null;
  }[];
  readonly detections: readonly {
    /** Analytic in the workspace: several names joined by ` + ` when the feature's analytic is ambiguous. */
    readonly analytic: string;
    /** Degrees. */
    readonly longitude: number;
    readonly latitude: number;
  }[];
};

/** An area of the order. */
export type LedgerArea = { readonly name: string; readonly region: Region };

/** A record that may be relevant but could not be assessed, and the reason. */
export type UnassessedRecord = {
  readonly recordId: string;
  readonly reason: 'no-time' | 'no-footprint' | 'no-analytic';
};

/** An image of a record, with its footprint as a region. */
export type Image = { readonly collectedAt: number | null; readonly region: Region | null };

/** Images of a record that were taken within the time ranges, and images without a time. */
export type RecordImages = {
  readonly inRange: readonly Image[];
  readonly withoutTime: readonly Image[];
  /** Epoch milliseconds of the first image in range; Infinity without one. */
  readonly collectedAt: number;
};

/** Selects the images of a record by time; `times` are merged, and both ends are included. */
export function selectImages({ images }: LedgerRecord, times: readonly TimeSpan[]): RecordImages {
  const isInRange = (at: number | null) =>
    at !== null && times.some(({ from, to }) => at >= from && at <= to);
  const prepare = ({ collectedAt, footprint }: LedgerRecord['images'][number]): Image => {
    const region = footprint && toRegion([footprint]);
    return { collectedAt, region: region && region.polygons.length > 0 ? region : null };
  };
  const inRange = images.filter(({ collectedAt }) => isInRange(collectedAt)).map(prepare);
  return {
    inRange,
    withoutTime: images.filter(({ collectedAt }) => collectedAt === null).map(prepare),
    collectedAt: Math.min(...inRange.map(({ collectedAt }) => collectedAt ?? Number.NaN)),
  };
}

/**
 * Returns why a record that may show one of the areas cannot be assessed; undefined when it can be, or shows none.
 */
export function unassessedReason(
  record: LedgerRecord,
  { inRange, withoutTime }: RecordImages,
  areas: readonly LedgerArea[],
): UnassessedRecord['reason'] | undefined {
  const hasDetectionsInside = () =>
    areas.some(({ region }) =>
      record.detections.some(({ longitude, latitude }) => regionContains(region, longitude, latitude)),
    );
  const mayShow = (images: readonly Image[]) =>
    images.some(({ region: seen }) => !seen || areas.some(({ region }) => boundsIntersect(region, seen))) ||
    hasDetectionsInside();
  if (record.images.length === 0) return 'no-time';
  if (record.analytics.length === 0) return mayShow([...inRange, ...withoutTime]) ? 'no-analytic' : undefined;
  if (inRange.length === 0) return withoutTime.length > 0 && mayShow(withoutTime) ? 'no-time' : undefined;
  const hasFootprint = inRange.some(({ region }) => region !== null);
  return hasFootprint || hasDetectionsInside() ? undefined : 'no-footprint';
}
