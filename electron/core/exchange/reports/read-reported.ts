import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { representativePoint } from '../../../../shared/geo/representative-point.ts';
import { defaultTolerance, type Pass } from '../../../../shared/passes/pass.ts';
import { maxReportedDetections } from '../../../../shared/reports/report-kind.ts';
import type { ReportedChip, ReportedDetection } from '../../../../shared/reports/reported-detection.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { pngSize } from '../../base/png-check.ts';
import { findChip } from '../formats/chips.ts';
import { readGeometry, readPlainPoint } from '../geometry/read-geometry.ts';
import { createMeaningReader } from '../rows/derived-columns.ts';
import { type DetectionSourceRow, readDetections } from '../rows/detection-source.ts';
import { type ReportContext, tooMany } from './report-context.ts';

const maxPasses = 5000;
/** Bytes of images, so that an HTML document of them stays below 12 MB in Base64. */
const maxImageBytes = 8_500_000;
const passesPerPage = 1000;

/** The detections of a report by their ids, and the upload times of their records. */
export type Reported = {
  readonly detections: ReadonlyMap<number, ReportedDetection>;
  readonly records: ReadonlyMap<string, string | null>;
};

/** Reads the detections in scope, and calls `onRow` with each. Throws `ExportRefused` for more than its kind lists. */
export function readReported(
  { sql, plan, report, frame, notes, progress }: ReportContext,
  onRow: (row: DetectionSourceRow) => void = () => undefined,
): Reported {
  const most = maxReportedDetections[report.kind] ?? 0;
  const detections = new Map<number, ReportedDetection>();
  const records = new Map<string, string | null>();
  const meaningOf = createMeaningReader(sql);
  const chipOf = createChipReader(sql, plan, frame);
  for (const batch of readDetections(sql, plan.scope, true)) {
    for (const row of batch) {
      const { facts, id, confidence, review } = row;
      if (detections.size >= most) throw tooMany('detections', null, most);
      records.set(facts.recordId, facts.uploadTime);
      detections.set(id, {
        id,
        recordId: facts.recordId,
        analytic: facts.analytic,
        position: positionOf(row, notes),
        lengthMeters: numberOf(meaningOf(row, 'length')),
        className: textOf(meaningOf(row, 'class')),
        confidence,
        review,
        chip: chipOf(row),
        properties: readProperties(row, frame.template.properties),
      });
      onRow(row);
    }
    progress.written(batch.length);
  }
  return { detections, records };
}

/** Passes by time, each with the detections in scope that it shows, and the ids of those without a pass. */
export function placeInPasses(
  { store, report, progress }: ReportContext,
  ids: Iterable<number>,
): {
  readonly passes: readonly { readonly pass: Pass; readonly ids: readonly number[] }[];
  readonly untraced: readonly number[];
} {
  const all = new Set(ids);
  const unplaced = new Set(all);
  const filter = report.filter ?? { ids: [...all] };
  const passes = readPasses({ store }, filter, report.filter === null).map((pass) => {
    progress.throwIfStopped();
    const inPass = [...store.passIds(pass.key)].filter((id) => all.has(id));
    for (const id of inPass) unplaced.delete(id);
    return { pass, ids: inPass };
  });
  return { passes, untraced: [...unplaced] };
}

/** The values of a map for keys, without those that it does not have. */
export function valuesOf<Key, Value>(map: ReadonlyMap<Key, Value>, keys: readonly Key[]): readonly Value[] {
  return keys.flatMap((key) => map.get(key) ?? []);
}

function readPasses(
  { store }: Pick<ReportContext, 'store'>,
  filter: DetectionFilter,
  onlyMatching: boolean,
): readonly Pass[] {
  const passes: Pass[] = [];
  for (let offset = 0; ; offset += passesPerPage) {
    const page = store.passPage({
      filter,
      groupBy: 'none',
      tolerance: defaultTolerance,
      sort: { field: 'time', order: 'ASC' },
      collapsed: [],
      onlyMatching,
      offset,
      limit: passesPerPage,
    });
    if (page.passes > maxPasses) throw tooMany('passes', page.passes, maxPasses);
    passes.push(...page.rows.flatMap((row) => (row.kind === 'pass' ? [row.pass] : [])));
    if (offset + passesPerPage >= page.total) return passes;
  }
}

function createChipReader(
  sql: ReportContext['sql'],
  { chipSource }: ReportContext['plan'],
  { map, logo }: ReportContext['frame'],
): (row: DetectionSourceRow) => ReportedChip {
  let left = maxImageBytes - (map?.png.length ?? 0) - (logo?.png.length ?? 0);
  return ({ chipIdentifier, facts }) => {
    if (chipIdentifier === null || !chipSource) return { state: 'none' };
    const { png } = findChip(sql, facts.region, chipIdentifier, chipSource);
    if (!png) return { state: 'missing' };
    left -= png.length;
    return left < 0 ? { state: 'left-out' } : { state: 'shown', image: { png, ...pngSize(png) } };
  };
}

function positionOf({ geometry }: DetectionSourceRow, notes: ReportContext['notes']) {
  const point = readPlainPoint(geometry);
  if (point) return point;
  const shape = readGeometry(geometry, notes);
  return shape && representativePoint(shape);
}

function readProperties({ propertiesText }: DetectionSourceRow, names: readonly string[]) {
  if (names.length === 0) return [];
  const all = parsePrintableJson(propertiesText) as Readonly<Record<string, unknown>>;
  return names.map((name) => (Object.hasOwn(all, name) ? propertyText(all[name]) : null));
}

/** A value of a property as text; null for none. */
export function propertyText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function numberOf(value: number | string | null): number | null {
  return typeof value === 'number' ? value : null;
}

function textOf(value: number | string | null): string | null {
  return value === null ? null : String(value);
}
