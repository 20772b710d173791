import { Button, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ExportOptions } from '../../../shared/exchange/export-request.ts';
import { type ReportTemplate, standardTemplate } from '../../../shared/reports/report-template.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useApp } from '../../context/app-context.tsx';
import { toFailure, unwrap } from '../../ui/failure-error.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import styles from './export.module.css';
import { texts } from './texts.ts';

type Report = NonNullable<ExportOptions['report']>;

/** The title and the template of a report. */
export function ReportFields({
  report,
  onChange,
  onEdit,
  onPreview,
}: {
  readonly report: Report;
  readonly onChange: (report: Report) => void;
  readonly onEdit: (template: ReportTemplate, isStored: boolean) => void;
  readonly onPreview: () => void;
}) {
  const { api } = useApp();
  const { data = [], error } = useQuery({
    queryKey: queryKeys.reportTemplates(),
    queryFn: async ({ signal }) => unwrap(await api.exchange.reportTemplates.query(undefined, { signal })),
  });
  // One that was removed, or of another workspace, is not chosen any more.
  const chosen = data.find(({ id }) => id === report.template);
  const addNew = () => onEdit({ ...standardTemplate, ...chosen, id: crypto.randomUUID(), name: '' }, false);
  return (
    <>
      <TextInput
        label={texts.options.reportTitle}
        placeholder={chosen?.title || texts.options.reportTitleExample}
        maxLength={300}
        value={report.title}
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
        onChange={(template) => onChange({ title: report.title, ...(template ? { template } : {}) })}
      />
      {error ? <FailureNote failure={toFailure(error)} /> : null}
      <div className={styles.actions}>
        <Button size="compact-sm" onClick={onPreview}>
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
