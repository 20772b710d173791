import path from 'node:path';
import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { formatCount } from '../../../../shared/format.ts';
import { representativePoint } from '../../../../shared/geo/representative-point.ts';
import { defaultTolerance, type Pass } from '../../../../shared/passes/pass.ts';
import type {
  PassReportInput,
  ReportedChip,
  ReportedDetection,
} from '../../../../shared/reports/pass-report.ts';
import type { ReportImage } from '../../../../shared/reports/report-document.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { pngProblem, pngSize } from '../../base/png-check.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { readMarking } from '../../workspace/read/marking.ts';
import { createReadStore, type ReadStore } from '../../workspace/read/read-store.ts';
import type { ExportNotes } from '../export-notes.ts';
import type { ExportPlan } from '../export-plan.ts';
import { findChip } from '../formats/chips.ts';
import { ExportRefused, type Progress } from '../formats/progress.ts';
import { readGeometry, readPlainPoint } from '../geometry/read-geometry.ts';
import { createMeaningReader } from '../rows/derived-columns.ts';
import { type DetectionSourceRow, readDetections } from '../rows/detection-source.ts';
import { findTemplate } from './report-templates.ts';

/** More would be no document to read, and is refused. */
const maxDetections = 5000;
const maxPasses = 5000;
/** Bytes of chips, so that an HTML document of them stays below 12 MB in Base64. */
const maxChipBytes = 8_500_000;
const passesPerPage = 1000;

/** Reads what a report by pass shows. Throws `ExportRefused` where it would have too many rows. */
export function gatherReport(
  sql: Sql,
  plan: ExportPlan,
  notes: ExportNotes,
  progress: Progress,
  now: Date,
): PassReportInput {
  const { report } = plan;
  if (!report) throw new Error('The plan has no report.');
  const template = findTemplate(sql, report.template);
  const found = readReported(sql, plan, template.properties, notes, progress);
  const store = createReadStore(sql);
  const unplaced = new Set(found.detections.keys());
  const filter = report.filter ?? { ids: [...unplaced] };
  const passes = readPasses(store, filter, report.filter === null).map((pass) => {
    progress.throwIfStopped();
    const detections = [...store.passIds(pass.key)].flatMap((id) => {
      unplaced.delete(id);
      return found.detections.get(id) ?? [];
    });
    return { pass, detections };
  });
  return {
    title: report.title,
    template,
    logo: toImage(template.logo, 'Logo', ''),
    map: report.map ? toImage(report.map.png, report.map.caption, report.map.caption) : null,
    marking: report.marking ?? readMarking(sql),
    workspace: path.parse(plan.workspacePath).name,
    conditions: report.conditions,
    madeAt: now.getTime(),
    passes,
    untraced: [...unplaced].flatMap((id) => found.detections.get(id) ?? []),
    isDamaged: plan.scope.damage !== undefined,
    withChips: plan.chipSource !== undefined,
    hasEmptyPasses: report.filter !== null,
    records: found.records,
  };
}

function readPasses(store: ReadStore, filter: DetectionFilter, onlyMatching: boolean): readonly Pass[] {
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
    if (page.passes > maxPasses) throw new ExportRefused(describeTooMany('passes', page.passes, maxPasses));
    passes.push(...page.rows.flatMap((row) => (row.kind === 'pass' ? [row.pass] : [])));
    if (offset + passesPerPage >= page.total) return passes;
  }
}

/** The detections of a plan by their ids, and the upload times of their records. */
function readReported(
  sql: Sql,
  plan: ExportPlan,
  propertyNames: readonly string[],
  notes: ExportNotes,
  progress: Progress,
) {
  const detections = new Map<number, ReportedDetection>();
  const records = new Map<string, string | null>();
  const meaningOf = createMeaningReader(sql);
  const chipOf = createChipReader(sql, plan);
  for (const batch of readDetections(sql, plan.scope, true)) {
    for (const row of batch) {
      const { facts, id, confidence, review } = row;
      if (detections.size >= maxDetections)
        throw new ExportRefused(describeTooMany('detections', null, maxDetections));
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
        properties: readProperties(row, propertyNames),
      });
    }
    progress.written(batch.length);
  }
  return { detections, records };
}

function createChipReader(sql: Sql, { chipSource }: ExportPlan): (row: DetectionSourceRow) => ReportedChip {
  let left = maxChipBytes;
  return ({ chipIdentifier, facts }) => {
    if (chipIdentifier === null || !chipSource) return { state: 'none' };
    const { png } = findChip(sql, facts.region, chipIdentifier, chipSource);
    if (!png) return { state: 'missing' };
    left -= png.length;
    return left < 0 ? { state: 'left-out' } : { state: 'shown', image: { png, ...pngSize(png) } };
  };
}

function positionOf({ geometry }: DetectionSourceRow, notes: ExportNotes) {
  const point = readPlainPoint(geometry);
  if (point) return point;
  const shape = readGeometry(geometry, notes);
  return shape && representativePoint(shape);
}

function readProperties({ propertiesText }: DetectionSourceRow, names: readonly string[]) {
  if (names.length === 0) return [];
  const all = parsePrintableJson(propertiesText) as Readonly<Record<string, unknown>>;
  return names.map((name) => {
    const value = Object.hasOwn(all, name) ? all[name] : null;
    if (value === null || value === undefined) return null;
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

/** A PNG in Base64 that was checked; null without one. Throws `ExportRefused` where it is none. */
function toImage(base64: string | null, alternative: string, caption: string): ReportImage | null {
  if (base64 === null) return null;
  const png = Buffer.from(base64, 'base64');
  const problem = pngProblem(png);
  if (problem !== undefined) throw new ExportRefused(`The image of the report cannot be used: ${problem}.`);
  return { png, ...pngSize(png), alternative, caption };
}

function numberOf(value: number | string | null): number | null {
  return typeof value === 'number' ? value : null;
}

function textOf(value: number | string | null): string | null {
  return value === null ? null : String(value);
}

function describeTooMany(what: string, count: number | null, most: number): string {
  const given = count === null ? 'there are more' : `there are ${formatCount(count)}`;
  return `A report lists at most ${formatCount(most)} ${what}, and ${given}. Add conditions to the filter.`;
}
