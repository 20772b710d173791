import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../shared/areas/area.ts';
import type { ReportOptions } from '../../../shared/exchange/export-request.ts';
import { reportKinds } from '../../../shared/reports/report-kind.ts';
import {
  type ReportTemplate,
  reportTitleSchema,
  standardTemplate,
} from '../../../shared/reports/report-template.ts';
import { groupingTexts } from '../../../shared/sites/look-texts.ts';
import { lookGroupings, siteCounts } from '../../../shared/sites/site-series.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreaList } from '../../context/use-live-queries.ts';
import { type FormRow, FormRows } from '../../ui/form/form.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import styles from './export.module.css';
import { texts } from './texts.ts';

/** The kind, the title and the template of a report. */
export function ReportFields({
  report,
  canPreview,
  onChange,
  onEdit,
  onPreview,
}: {
  readonly report: ReportOptions;
  /** Whether nothing is missing without which it cannot be made, and it is not refused. */
  readonly canPreview: boolean;
  readonly onChange: (report: ReportOptions) => void;
  readonly onEdit: (template: ReportTemplate, isStored: boolean) => void;
  readonly onPreview: () => void;
}) {
  const { queries } = useApp();
  const templates = useQuery(queries.exchange.reportTemplates.queryOptions());
  const { data = [] } = templates;
  // One that was removed, or of another workspace, is not chosen any more.
  const chosen = data.find(({ id }) => id === report.template);
  const addNew = () => onEdit({ ...standardTemplate, ...chosen, id: crypto.randomUUID(), name: '' }, false);
  const { template: _former, ...withoutTemplate } = report;
  const areas = useAreaList();
  const change = (part: Partial<ReportOptions>) => onChange({ ...report, ...part });
  return (
    <>
      <FormRows
        form={{ values: report, change }}
        rows={[
          {
            ...{ kind: 'choice', name: 'kind', label: texts.options.reportKind },
            data: reportKinds.map((kind) => ({ value: kind, label: texts.options.reportKinds[kind] })),
          },
          ...(report.kind === 'site' ? siteRows(report, areas, change) : []),
          {
            ...{ kind: 'text', name: 'title', label: texts.options.reportTitle, maxLength: 300 },
            placeholder: chosen?.title || texts.options.reportTitleExample,
            error: reportTitleSchema.safeParse(report.title).error?.issues[0]?.message,
          },
          {
            ...{ kind: 'choice', name: 'template', label: texts.options.template },
            hint: report.kind === 'pass' ? undefined : texts.options.templateOf,
            data: [
              { value: '', label: texts.options.standardTemplate },
              ...data.map(({ id, name }) => ({ value: id, label: name })),
            ],
            value: chosen?.id ?? '',
            onChange: (template: string) =>
              onChange({ ...withoutTemplate, ...(template ? { template } : {}) }),
          },
        ]}
      />
      <QueryState query={templates} />
      <div className={styles.actions}>
        <Button size="compact-sm" disabled={!canPreview} onClick={onPreview}>
          {texts.options.preview}
        </Button>
        {chosen ? (
          <Button size="compact-sm" onClick={() => onEdit(chosen, true)}>
            {texts.options.editTemplate}
          </Button>
        ) : null}
        <Button size="compact-sm" onClick={addNew}>
          {texts.options.newTemplate}
        </Button>
      </div>
    </>
  );
}

/** The area of a site report, sites first, and what is counted. */
function siteRows(
  report: ReportOptions,
  areas: readonly Area[],
  change: (part: Partial<ReportOptions>) => void,
): readonly FormRow<ReportOptions>[] {
  const { options } = texts;
  const site = areas.find(({ id }) => id === report.site);
  const sorted = areas.toSorted(
    (one, other) =>
      Number(other.site !== undefined) - Number(one.site !== undefined) || one.name.localeCompare(other.name),
  );
  return [
    {
      ...{ kind: 'choice', name: 'site', label: options.site, placeholder: options.noSite },
      hint: areas.length === 0 ? options.noAreas : site ? undefined : options.siteFirst,
      ...{ required: true, searchable: true, value: site?.id ?? null },
      onChange: (chosen: string) => change({ site: chosen }),
      data: sorted.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      ...{ kind: 'choice', name: 'counted', label: options.counted },
      data: siteCounts.map((counted) => ({ value: counted, label: options.countedOf[counted] })),
    },
    {
      ...{ kind: 'choice', name: 'grouping', label: options.grouping },
      data: lookGroupings.map((value) => ({ value, label: groupingTexts[value] })),
    },
  ];
}
