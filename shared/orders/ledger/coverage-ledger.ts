import { formatQuantity, formatTime } from '../../format.ts';
import { type Region, regionContains } from '../../geo/region.ts';
import { findAreaImagings } from '../../imaging/find-area-imagings.ts';
import { type MeasuredArea, shareImaged, toMeasuredArea } from '../../imaging/imaged-area.ts';
import { analyticDisplayName } from '../../results/analytics.ts';
import { mergeTimeSpans, type TimeSpan } from '../../time-spans.ts';
import {
  type LedgerArea,
  type LedgerRecord,
  type RecordImages,
  selectImages,
  type UnassessedRecord,
  unassessedReason,
} from './ledger-record.ts';

export type { LedgerArea, LedgerRecord, UnassessedRecord } from './ledger-record.ts';

/** The input of a coverage ledger. */
export type LedgerScope = {
  readonly areas: readonly LedgerArea[];
  /** Times within which images count, both ends included; for an order `imageTimes` of its target. */
  readonly ranges: readonly TimeSpan[];
  readonly analytics: readonly string[];
  readonly records: readonly LedgerRecord[];
};

/** A record that shows an area. */
export type LedgerEntryRecord = {
  readonly recordId: string;
  /** Epoch milliseconds of its first image within the ranges. */
  readonly collectedAt: number;
  /** Share of the area that its footprints cover, 0…1; null when it has none. */
  readonly shareOfArea: number | null;
  /** Detections of the analytic within the area; null when those of the record were not fetched. */
  readonly detections: number | null;
  /** Count of these stated for several of the requested analytics, and so counted for each of them. */
  readonly combined: number;
};

/** The result for one area and one analytic. */
export type LedgerEntry = {
  readonly area: string;
  readonly analytic: string;
  /**
   * - `detections`: imaged, with detections inside
   * - `none-found`: imaged in whole or in part, and none found
   * - `not-fetched`: imaged, but the detections of some or all records were not fetched, and the others have none
   * - `no-record`: no record that shows the area is in the workspace
   */
  readonly outcome: 'detections' | 'none-found' | 'not-fetched' | 'no-record';
  readonly detections: number;
  /** Count of these that are counted for another requested analytic, too. */
  readonly combined: number;
  /** By time. */
  readonly records: readonly LedgerEntryRecord[];
  /** Share of the area that all records cover together, 0…1. */
  readonly shareCovered: number;
  /** The entry as a sentence. */
  readonly text: string;
};

/** Areas that were imaged and what was found, as inferred from the records. */
export type CoverageLedger = {
  /** For every area, in its order, one entry for each analytic. */
  readonly entries: readonly LedgerEntry[];
  readonly unassessed: readonly UnassessedRecord[];
  /** Derivation of the ledger and its limits, a sentence each. Must be displayed with it. */
  readonly basis: readonly string[];
};

/**
 * Derives the coverage of an order's areas from the footprints, times and positions of the records in the workspace.
 * The service itself does not report what was imaged: everything is inferred, as `basis` states.
 *
 * A record counts for an analytic when one of its processors has exactly that name. It counts for an area when its
 * detections lie inside, or an image of it within the ranges reaches into the area. Shares are by area on WGS 84,
 * accurate to about 0.5 %.
 */
export function buildCoverageLedger({ areas, ranges, analytics, records }: LedgerScope): CoverageLedger {
  const requested = [...new Set(analytics)];
  const times = mergeTimeSpans(ranges);
  const measured = areas.map(({ name, region }) => ({ name, ...toMeasuredArea(region) }));
  const tallies = measured.map(() => requested.map(startTally));
  const unassessed: UnassessedRecord[] = [];
  for (const record of records) {
    const names = requested.filter((name) => record.analytics.includes(name));
    if (names.length === 0 && record.analytics.length > 0) continue;
    const images = selectImages(record, times);
    const reason = unassessedReason(record, images, areas);
    if (reason) unassessed.push({ recordId: record.recordId, reason });
    if (names.length === 0 || images.inRange.length === 0) continue;
    for (const [index, area] of measured.entries()) {
      const footprints = images.inRange.flatMap(({ region }) => region ?? []);
      const [imaged] = findAreaImagings(area, [{ analytics: record.analytics, footprints }]);
      for (const tally of tallies[index] ?? []) {
        if (!names.includes(tally.analytic)) continue;
        addRecord(tally, area, record, { ...images, footprints, share: imaged?.share ?? 0 }, names);
      }
    }
  }
  return {
    entries: measured.flatMap((area, index) =>
      (tallies[index] ?? []).map((tally) => toEntry(tally, area, times)),
    ),
    unassessed,
    basis: describeBasis(unassessed.length),
  };
}

/** When the ordered time begins, epoch milliseconds; null once it has begun, and where a record shows an area already. */
export function beginOfTimes(
  ranges: readonly TimeSpan[],
  entries: readonly Pick<LedgerEntry, 'records'>[],
  now: number,
): number | null {
  const begin = Math.min(...ranges.map(({ from }) => from));
  const isToCome = Number.isFinite(begin) && begin > now;
  return isToCome && entries.every(({ records }) => records.length === 0) ? begin : null;
}

/** Accumulates the records of one area and one analytic. */
type Tally = {
  readonly analytic: string;
  readonly records: LedgerEntryRecord[];
  /** The footprints of their images. */
  readonly footprints: Region[];
};

function startTally(analytic: string): Tally {
  return { analytic, records: [], footprints: [] };
}

function addRecord(
  tally: Tally,
  area: MeasuredArea,
  record: LedgerRecord,
  {
    collectedAt,
    footprints,
    share,
  }: RecordImages & { readonly footprints: readonly Region[]; readonly share: number },
  requested: readonly string[],
): void {
  const inside = record.detections
    .map(({ analytic, ...position }) => ({ analytics: analytic.split(' + '), ...position }))
    .filter(
      ({ analytics, longitude, latitude }) =>
        regionContains(area.region, longitude, latitude) && analytics.includes(tally.analytic),
    );
  const detections = inside.length;
  const combined = inside.filter(({ analytics }) =>
    analytics.some((name) => name !== tally.analytic && requested.includes(name)),
  ).length;
  if (share === 0 && detections === 0) return;
  tally.records.push({
    recordId: record.recordId,
    collectedAt,
    shareOfArea: footprints.length === 0 ? null : share,
    detections: record.hasFeatures ? detections : null,
    combined,
  });
  tally.footprints.push(...footprints);
}

function toEntry(
  { analytic, records, footprints }: Tally,
  area: MeasuredArea & Pick<LedgerArea, 'name'>,
  times: readonly TimeSpan[],
): LedgerEntry {
  const detections = records.reduce((sum, record) => sum + (record.detections ?? 0), 0);
  const notFetched = records.filter((record) => record.detections === null).length;
  const combined = records.reduce((sum, record) => sum + record.combined, 0);
  const shareCovered = shareImaged(area, footprints);
  const withoutDetections = notFetched > 0 ? 'not-fetched' : records.length > 0 ? 'none-found' : 'no-record';
  const outcome = detections > 0 ? 'detections' : withoutDetections;
  const sorted = records.toSorted((one, other) => one.collectedAt - other.collectedAt);
  return {
    area: area.name,
    analytic,
    outcome,
    detections,
    combined,
    records: sorted,
    shareCovered,
    text: describeEntry({
      analytic,
      times,
      detections,
      combined,
      records: sorted.length,
      notFetched,
      shareCovered,
    }),
  };
}

function describeEntry({
  analytic,
  times,
  detections,
  combined,
  records,
  notFetched,
  shareCovered,
}: Pick<LedgerEntry, 'analytic' | 'detections' | 'combined' | 'shareCovered'> & {
  readonly times: readonly TimeSpan[];
  readonly records: number;
  /** Records whose detections were not fetched. */
  readonly notFetched: number;
}): string {
  if (records === 0) {
    return `No record of ${analyticDisplayName(analytic)} in the workspace shows this area ${describeTimes(times)}.`;
  }
  const imaged = `Imaged in ${formatQuantity(records, 'record')}, ${describeShare(shareCovered)}`;
  if (notFetched === records) return `${imaged}; the detections were not fetched.`;
  const unknown =
    notFetched === 0 ? '' : `; the detections of ${formatQuantity(notFetched, 'record')} were not fetched`;
  if (detections === 0) return `${imaged}; none found${unknown}.`;
  const twice = combined > 0 ? `, of which ${combined} counted for another ordered analytic, too` : '';
  return `${imaged}; ${detections} ${detections === 1 ? 'detection' : 'detections'} inside${twice}${unknown}.`;
}

function describeTimes(times: readonly TimeSpan[]): string {
  const [first] = times;
  const last = times.at(-1);
  if (!first || !last) return 'in the ordered time, which is not known';
  const spans = times.length === 1 ? '' : ` (${formatQuantity(times.length, 'time range')})`;
  return `from ${formatTime(first.from)} to ${formatTime(last.to)}${spans}`;
}

function describeShare(share: number): string {
  if (share === 0) return 'how much of it is not known';
  if (share >= 0.995) return 'all of it';
  return share < 0.01 ? 'less than 1% of it' : `about ${Math.round(100 * share)}% of it`;
}

function describeBasis(unassessed: number): string[] {
  return [
    'Inferred from the footprints, collection times and detections of the records in this workspace; the service does not report what was imaged.',
    'A record that was not fetched, or that your permissions leave out, is missing here.',
    ...(unassessed > 0
      ? [
          `Records that may show an area but lack a time, a footprint or an analytic, and were not assessed: ${unassessed}.`,
        ]
      : []),
  ];
}
