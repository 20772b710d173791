import path from 'node:path';
import { formatCount } from '../../../../shared/format.ts';
import type { ReportImage } from '../../../../shared/reports/report-document.ts';
import type { ReportFrame } from '../../../../shared/reports/report-frame.ts';
import { pngProblem, pngSize } from '../../base/png-check.ts';
import type { Sql } from '../../workspace/file/sql.ts';
import { readMarking } from '../../workspace/read/marking.ts';
import { createReadStore, type ReadStore } from '../../workspace/read/read-store.ts';
import type { ExportNotes } from '../export-notes.ts';
import type { ExportPlan, ReportContent } from '../export-plan.ts';
import { ExportRefused, type Progress } from '../formats/progress.ts';
import { findTemplate } from './report-templates.ts';

/** What gathering a report reads from, and what all of its kinds have. */
export type ReportContext = {
  readonly sql: Sql;
  readonly plan: ExportPlan;
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
  notes: ExportNotes,
  progress: Progress,
  now: Date,
): ReportContext {
  const { report } = plan;
  if (!report) throw new Error('The plan has no report.');
  const template = findTemplate(sql, report.template);
  const frame: ReportFrame = {
    title: report.title,
    template,
    logo: toImage(template.logo, 'Logo', ''),
    map: report.map ? toImage(report.map.png, report.map.caption, report.map.caption) : null,
    marking: report.marking ?? readMarking(sql),
    workspace: path.parse(plan.workspacePath).name,
    conditions: report.conditions,
    madeAt: now.getTime(),
    isDamaged: plan.scope.damage !== undefined,
  };
  return { sql, plan, report, store: createReadStore(sql), frame, notes, progress };
}

/** The refusal of a report that would be no document to read. */
export function tooMany(what: string, count: number | null, most: number): ExportRefused {
  const given = count === null ? 'there are more' : `there are ${formatCount(count)}`;
  return new ExportRefused(
    `A report lists at most ${formatCount(most)} ${what}, and ${given}. Add conditions to the filter.`,
  );
}

/** A PNG in Base64 that was checked; null without one. */
function toImage(base64: string | null, alternative: string, caption: string): ReportImage | null {
  if (base64 === null) return null;
  const png = Buffer.from(base64, 'base64');
  const problem = pngProblem(png);
  if (problem !== undefined) throw new ExportRefused(`The image of the report cannot be used: ${problem}.`);
  return { png, ...pngSize(png), alternative, caption };
}
