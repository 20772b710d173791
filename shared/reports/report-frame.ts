import { formatQuantity } from '../format.ts';
import type { ReportDocument, ReportFact, ReportImage, ReportSection } from './report-document.ts';
import { type ReportKind, reportTitles } from './report-kind.ts';
import { fillTitle, type ReportTemplate, type TitlePlaceholder } from './report-template.ts';
import { instantText, unknown } from './report-texts.ts';

/** Input of reports of all kinds. */
export type ReportFrame = {
  /** Empty: that of the template, or that of the kind. */
  readonly title: string;
  readonly template: Pick<ReportTemplate, 'title' | 'sections' | 'properties'>;
  readonly logo: ReportImage | null;
  /** The map as a window of the app showed it; null where the report was made without one. */
  readonly map: ReportImage | null;
  readonly marking: string;
  /** Name of the workspace, or of its file where it has none. */
  readonly workspace: string;
  /** Conditions of the detections, as sentences; none: all. */
  readonly conditions: readonly string[];
  /** The outline in the conditions as WKT; absent: there is none. */
  readonly outline?: string | undefined;
  /** Epoch milliseconds. */
  readonly madeAt: number;
  /** Whether the data are those of the demo service, which a reader must not take for real. */
  readonly isDemo: boolean;
  /** Whether the workspace's file is known to be damaged, and what lies on damaged pages is left out. */
  readonly isDamaged: boolean;
};

/** The end of the title of a report of the demo's data. */
const madeUp = ' (demo: all data are made up)';

/** The title, the marking, the logo and the facts of a report. */
export function frameReport(
  { title, template, logo, marking, workspace, conditions, madeAt, isDemo }: ReportFrame,
  kind: ReportKind,
  counted: Pick<Readonly<Record<TitlePlaceholder, string>>, 'detections' | 'passes'>,
  facts: readonly ReportFact[],
): Omit<ReportDocument, 'answer' | 'sections'> {
  const values = {
    ...counted,
    workspace,
    date: new Date(madeAt).toISOString().slice(0, 10),
    conditions: conditions.length === 0 ? 'all detections' : conditions.join('; '),
  };
  return {
    title: `${fillTitle(title || template.title, values) || reportTitles[kind]}${isDemo ? madeUp : ''}`,
    marking,
    logo,
    facts: [{ name: 'Workspace', value: workspace }, ...facts, { name: 'Made', value: instantText(madeAt) }],
  };
}

/** The detections of a report, as a fact. */
export function scopeFact({ conditions }: Pick<ReportFrame, 'conditions'>): ReportFact {
  return { name: 'Detections', value: conditions.length === 0 ? 'all' : conditions.join('; ') };
}

/** Limits of every report. */
export const fetchedOnly =
  'Only records that were fetched are covered. What the service has beyond them is not known.';

/** A sentence where the file is damaged. */
export function damaged(isDamaged: boolean): readonly string[] {
  return isDamaged
    ? ['The file of the workspace is damaged: what lies on damaged pages is not in this report.']
    : [];
}

/** A sentence where a report without a map would have one. */
export function missingMap({ map }: Pick<ReportFrame, 'map'>): readonly string[] {
  return map === null
    ? ['There is no map: only a window of the app can draw it, and this report was made without one.']
    : [];
}

/** The section of the map; none without one. */
export function mapSection({ map }: Pick<ReportFrame, 'map'>): readonly ReportSection[] {
  return map === null ? [] : [{ heading: 'Map', blocks: [{ kind: 'figure', image: map }] }];
}

/** The coordinates of the outline in the conditions; none without one. */
export function outlineSection({ outline }: Pick<ReportFrame, 'outline'>): readonly ReportSection[] {
  if (outline === undefined) return [];
  const items = [`Outline of the conditions, in degrees, longitude first (WGS 84): ${outline}`];
  return [{ heading: 'Outline', blocks: [{ kind: 'list', items }] }];
}

/** The records that a report rests on, with the upload time of each by its id. */
export function evidenceSection(records: ReadonlyMap<string, string | null>): ReportSection {
  const rows = [...records]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, uploaded]) => [id, uploaded === null ? unknown : instantText(uploaded)]);
  const caption = `${formatQuantity(records.size, 'record')} of the service`;
  return {
    heading: 'Evidence',
    blocks: [{ kind: 'table', caption, columns: ['Record', 'Uploaded (UTC)'], rows }],
  };
}
