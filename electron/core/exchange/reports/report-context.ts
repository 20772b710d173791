import path from 'node:path';
import { parsePrintableJson } from '../../../../shared/exact-json.ts';
import { representativePoint } from '../../../../shared/geo/representative-point.ts';
import type { ReportImage } from '../../../../shared/reports/report-document.ts';
import type { ReportFrame } from '../../../../shared/reports/report-frame.ts';
import { reportTitleSchema } from '../../../../shared/reports/report-template.ts';
import {
  describeChipsLeftOut,
  type ReportedChip,
  type ReportedDetection,
} from '../../../../shared/reports/reported-detection.ts';
import { formatFieldNumber } from '../../../../shared/results/field-number.ts';
import { statedValue } from '../../../../shared/results/stated-value.ts';
import { pngProblem, pngSize } from '../../base/png-check.ts';
import type { ChipReader } from '../../chips/chip-cache.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { readMarking } from '../../workspace/read/marking.ts';
import { createReadStore, type ReadStore } from '../../workspace/read/read-store.ts';
import { getSetting } from '../../workspace/read/settings.ts';
import { isDemoWorkspace, workspaceNameKey } from '../../workspace/read/workspace-name.ts';
import type { ExportPlan, ReportContent } from '../export-plan.ts';
import { type ExportNotes, ExportRefused, type Progress } from '../export-progress.ts';
import { describeMissingChips, findChip } from '../formats/chips.ts';
import { readGeometry, readPlainPoint } from '../geometry/read-geometry.ts';
import { outlineText } from '../geometry/wkt-text.ts';
import { createMeaningReader } from '../rows/derived-columns.ts';
import { type DetectionSourceRow, readDetections } from '../rows/detection-source.ts';
import { findTemplate } from './report-templates.ts';

/** Sources of a report, and the content of all of its kinds. */
export type ReportContext = {
  readonly sql: Sql;
  readonly plan: ExportPlan;
  readonly cachedChips: ChipReader | undefined;
  readonly report: ReportContent;
  readonly store: ReadStore;
  readonly frame: ReportFrame;
  readonly notes: ExportNotes;
  readonly progress: Progress;
};

/** The context of a report that is made now. Throws `ExportRefused` for a template or an image that cannot be used. */
export function createReportContext(
  sql: Sql,
  plan: ExportPlan,
  cachedChips: ChipReader | undefined,
  notes: ExportNotes,
  progress: Progress,
  now: Date,
): ReportContext {
  const { report } = plan;
  if (!report) throw new Error('The plan has no report.');
  const template = findTemplate(sql, report.template);
  // A stored template may have a title that is refused today.
  const problem = report.title ? undefined : reportTitleSchema.safeParse(template.title).error?.issues[0];
  if (problem) throw new ExportRefused(`The title of the template cannot be used: ${problem.message}`);
  const frame: ReportFrame = {
    title: report.title,
    template,
    logo: toImage('logo', template.logo, 'Logo', ''),
    map: report.map ? toImage('map', report.map.png, report.map.caption, report.map.caption) : null,
    marking: report.marking ?? readMarking(sql),
    workspace: getSetting(sql, workspaceNameKey) || path.parse(plan.workspacePath).name,
    conditions: report.conditions,
    outline: report.filter?.within && outlineText(report.filter.within),
    madeAt: now.getTime(),
    isDemo: isDemoWorkspace(plan.workspacePath),
    isDamaged: plan.scope.damage !== undefined,
  };
  return { sql, plan, cachedChips, report, store: createReadStore(sql), frame, notes, progress };
}

/** A PNG in Base64 that was checked; null without one. */
function toImage(
  what: 'logo' | 'map',
  base64: string | null,
  alternative: string,
  caption: string,
): ReportImage | null {
  if (base64 === null) return null;
  const png = Buffer.from(base64, 'base64');
  const problem = pngProblem(png);
  if (problem !== undefined) throw new ExportRefused(`The ${what} cannot be used: ${problem}.`);
  return { png, ...pngSize(png), alternative, caption };
}

/** Bytes of images, so that an HTML document of them stays below 12 MB in Base64. */
const maxImageBytes = 8_500_000;

/** The detections of a report by their ids, and the upload times of their records. */
type Reported = {
  readonly detections: ReadonlyMap<number, ReportedDetection>;
  readonly records: ReadonlyMap<string, string | null>;
};

/** Reads the detections in scope, and calls `onRow` with each. */
export function readReported(
  context: ReportContext,
  onRow: (row: DetectionSourceRow) => void = () => undefined,
): Reported {
  const { sql, plan, frame, notes, progress } = context;
  const detections = new Map<number, ReportedDetection>();
  const records = new Map<string, string | null>();
  const meaningOf = createMeaningReader(sql);
  const chipOf = createChipReader(context);
  for (const batch of readDetections(sql, plan.scope, true)) {
    for (const row of batch) {
      const { facts, id, name, confidence, review } = row;
      records.set(facts.recordId, facts.uploadTime);
      detections.set(id, {
        id,
        label: name.label,
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

/** The values of a map for keys, without those that it does not have. */
export function valuesOf<Key, Value>(map: ReadonlyMap<Key, Value>, keys: readonly Key[]): readonly Value[] {
  return keys.flatMap((key) => map.get(key) ?? []);
}

/** Notes chips that are not shown. */
function createChipReader({
  sql,
  cachedChips,
  report,
  frame: { map, logo },
  notes,
}: ReportContext): (row: DetectionSourceRow) => ReportedChip {
  let left = maxImageBytes - (map?.png.length ?? 0) - (logo?.png.length ?? 0);
  return ({ chipIdentifier, facts }) => {
    // A report on AIS shows none.
    if (chipIdentifier === null || !cachedChips || report.kind === 'ais') return { state: 'none' };
    const { png } = findChip(sql, facts.region, chipIdentifier, cachedChips);
    if (!png) {
      notes.count(describeMissingChips);
      return { state: 'missing' };
    }
    left -= png.length;
    if (left >= 0) return { state: 'shown', image: { png, ...pngSize(png) } };
    notes.count(describeChipsLeftOut);
    return { state: 'left-out' };
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
  return names.map((name) => {
    const value = Object.hasOwn(all, name) ? statedValue(name, all[name]) : null;
    return typeof value === 'number' ? formatFieldNumber(`property:${name}`, value) : propertyText(value);
  });
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
