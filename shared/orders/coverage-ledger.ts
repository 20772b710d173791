import { type LongitudeSpan, uniteSpans } from '../geo/longitude-spans.ts';
import { regionHolds } from '../geo/region.ts';
import { type Coverage, coverageBy, type MeasuredArea, measureLedgerArea, shareOf } from './ledger-area.ts';
import {
  type LedgerArea,
  type LedgerRecord,
  type Look,
  lookAt,
  type UnjudgedRecord,
  whyUnjudged,
} from './ledger-record.ts';
import { mergeTimeSpans, type TimeSpan } from './time-spans.ts';

export type { LedgerArea, LedgerRecord, UnjudgedRecord } from './ledger-record.ts';

/** What the ledger is about. */
export type LedgerScope = {
  readonly areas: readonly LedgerArea[];
  /** When images count, both ends included; for an order `imageTimes` of its target. */
  readonly ranges: readonly TimeSpan[];
  readonly analytics: readonly string[];
  readonly records: readonly LedgerRecord[];
};

/** A record that shows an area. */
export type LedgerPass = {
  readonly recordId: string;
  /** Epoch milliseconds of its first image within the ranges. */
  readonly collectedAt: number;
  /** How much of the area its footprints cover, 0…1; null when it has none. */
  readonly shareOfArea: number | null;
  /** Its detections of the analytic within the area. */
  readonly detections: number;
};

/** What is known of one area and one analytic. */
export type LedgerEntry = {
  readonly area: string;
  readonly analytic: string;
  /**
   * - `detections`: imaged, with detections inside
   * - `none-found`: imaged in whole or in part, and none found
   * - `no-record`: no record that shows the area is in the workspace
   */
  readonly verdict: 'detections' | 'none-found' | 'no-record';
  readonly detections: number;
  /** By time. */
  readonly passes: readonly LedgerPass[];
  /** How much of the area all passes cover together, 0…1. */
  readonly shareCovered: number;
  /** The entry in a sentence. */
  readonly text: string;
};

/** Which areas were imaged and what was found, inferred. */
export type CoverageLedger = {
  /** For every area, in its order, one entry for each analytic. */
  readonly entries: readonly LedgerEntry[];
  readonly unjudged: readonly UnjudgedRecord[];
  /** How the ledger came about and what it cannot say, a sentence each. To be shown with it. */
  readonly basis: readonly string[];
};

/**
 * Works out from footprints, times and positions what the records in the workspace say of an order's areas. The
 * service itself does not report what was imaged: all of this is inferred, and `basis` says so.
 *
 * A record counts for an analytic when one of its processors has that very name, and for an area when an image of it
 * that was taken within the ranges reaches into the area, or when detections of it lie inside. Shares are by area on
 * WGS 84, good to about half a per cent.
 */
export function buildCoverageLedger({ areas, ranges, analytics, records }: LedgerScope): CoverageLedger {
  const wanted = [...new Set(analytics)];
  const times = mergeTimeSpans(ranges);
  const measured = areas.map(measureLedgerArea);
  const tallies = measured.map((area) => wanted.map((analytic) => startTally(area, analytic)));
  const unjudged: UnjudgedRecord[] = [];
  for (const record of records) {
    const names = wanted.filter((name) => record.analytics.includes(name));
    if (names.length === 0 && record.analytics.length > 0) continue;
    const look = lookAt(record, times);
    const reason = whyUnjudged(record, look, areas);
    if (reason) unjudged.push({ recordId: record.recordId, reason });
    if (names.length === 0 || look.timely.length === 0) continue;
    for (const [index, area] of measured.entries()) {
      const coverage = coverageBy(look.timely, area);
      for (const tally of tallies[index] ?? []) {
        if (names.includes(tally.analytic)) addPass(tally, area, record, look, coverage);
      }
    }
  }
  return {
    entries: measured.flatMap((area, index) => (tallies[index] ?? []).map((tally) => toEntry(tally, area))),
    unjudged,
    basis: describeBasis(unjudged.length),
  };
}

/** What has been found of one area and one analytic so far; it grows as the records are gone through. */
type Tally = {
  readonly analytic: string;
  readonly passes: LedgerPass[];
  readonly covered: (readonly LongitudeSpan[])[];
};

function startTally({ strips }: MeasuredArea, analytic: string): Tally {
  return { analytic, passes: [], covered: strips.map(() => []) };
}

function addPass(
  tally: Tally,
  area: MeasuredArea,
  record: LedgerRecord,
  { collectedAt }: Look,
  coverage: Coverage,
): void {
  const share = shareOf(coverage, area);
  const detections = record.detections.filter(
    ({ analytic, longitude, latitude }) =>
      regionHolds(area.region, longitude, latitude) && analytic.split(' + ').includes(tally.analytic),
  ).length;
  if (share === 0 && detections === 0) return;
  const shareOfArea = coverage === null ? null : share;
  tally.passes.push({ recordId: record.recordId, collectedAt, shareOfArea, detections });
  for (const [index, spans] of (coverage ?? []).entries()) {
    const covered = tally.covered[index];
    if (covered) tally.covered[index] = uniteSpans([...covered, ...spans]);
  }
}

function toEntry({ analytic, passes, covered }: Tally, area: MeasuredArea): LedgerEntry {
  const detections = passes.reduce((sum, pass) => sum + pass.detections, 0);
  const shareCovered = shareOf(covered, area);
  const verdict = detections > 0 ? 'detections' : passes.length > 0 ? 'none-found' : 'no-record';
  const sorted = passes.toSorted((one, other) => one.collectedAt - other.collectedAt);
  return {
    area: area.name,
    analytic,
    verdict,
    detections,
    passes: sorted,
    shareCovered,
    text: describeEntry(verdict, detections, sorted.length, shareCovered),
  };
}

function describeEntry(
  verdict: LedgerEntry['verdict'],
  detections: number,
  passes: number,
  shareCovered: number,
): string {
  if (verdict === 'no-record') return 'No record in the workspace shows this area.';
  const imaged = `Imaged ${passes === 1 ? 'once' : `${passes} times`}, ${describeShare(shareCovered)}`;
  if (verdict === 'none-found') return `${imaged}; none found.`;
  return `${imaged}; ${detections} ${detections === 1 ? 'detection' : 'detections'} inside.`;
}

function describeShare(share: number): string {
  if (share === 0) return 'how much of it is not known';
  if (share >= 0.995) return 'all of it';
  return share < 0.01 ? 'less than 1 % of it' : `about ${Math.round(100 * share)} % of it`;
}

function describeBasis(unjudged: number): string[] {
  return [
    'Inferred from the footprints, collection times and detections of the records in this workspace; the service does not report what was imaged.',
    'A record that was not fetched, or that your permissions leave out, is missing here.',
    ...(unjudged > 0
      ? [
          `Records that may show an area but lack a time, a footprint or an analytic, and were not judged: ${unjudged}.`,
        ]
      : []),
  ];
}
