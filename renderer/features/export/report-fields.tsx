import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
  return (
    <>
      <Select
        label={texts.options.reportKind}
        allowDeselect={false}
        data={reportKinds.map((kind) => ({ value: kind, label: texts.options.reportKinds[kind] }))}
        value={report.kind}
        onChange={(value) =>
          onChange({ ...report, kind: reportKinds.find((kind) => kind === value) ?? report.kind })
        }
      />
      {report.kind === 'site' ? <SiteFields report={report} onChange={onChange} /> : null}
      <TextInput
        label={texts.options.reportTitle}
        placeholder={chosen?.title || texts.options.reportTitleExample}
        maxLength={300}
        value={report.title}
        error={reportTitleSchema.safeParse(report.title).error?.issues[0]?.message}
        onChange={(event) => onChange({ ...report, title: event.currentTarget.value })}
      />
      <Select
        label={texts.options.template}
        allowDeselect={false}
        data={[
          { value: '', label: texts.options.standardTemplate },
          ...data.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={chosen?.id ?? ''}
        onChange={(template) => onChange({ ...withoutTemplate, ...(template ? { template } : {}) })}
        description={report.kind === 'pass' ? undefined : texts.options.templateOf}
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
function SiteFields({
  report,
  onChange,
}: {
  readonly report: ReportOptions;
  readonly onChange: (report: ReportOptions) => void;
}) {
  const areas = useAreaList();
  const site = areas.find(({ id }) => id === report.site);
  const sorted = areas.toSorted(
    (one, other) =>
      Number(other.site !== undefined) - Number(one.site !== undefined) || one.name.localeCompare(other.name),
  );
  return (
    <>
      <Select
        label={texts.options.site}
        placeholder={texts.options.noSite}
        description={areas.length === 0 ? texts.options.noAreas : site ? undefined : texts.options.siteFirst}
        required
        allowDeselect={false}
        searchable
        data={sorted.map(({ id, name }) => ({ value: id, label: name }))}
        value={site?.id ?? null}
        onChange={(chosen) => chosen !== null && onChange({ ...report, site: chosen })}
      />
      <Select
        label={texts.options.counted}
        allowDeselect={false}
        data={siteCounts.map((counted) => ({ value: counted, label: texts.options.countedOf[counted] }))}
        value={report.counted}
        onChange={(value) =>
          onChange({ ...report, counted: siteCounts.find((counted) => counted === value) ?? 'all' })
        }
      />
      <Select
        label={texts.options.grouping}
        allowDeselect={false}
        data={lookGroupings.map((value) => ({ value, label: groupingTexts[value] }))}
        value={report.grouping}
        onChange={(value) =>
          onChange({ ...report, grouping: lookGroupings.find((one) => one === value) ?? 'geometry' })
        }
      />
    </>
  );
}
