import { Button, Modal, Select, Stack } from '@mantine/core';
import { useId, useState } from 'react';
import { fittingOptions } from '../../../shared/exchange/export-checks.ts';
import {
  type ExportFormat,
  exportFormatInfo,
  exportFormats,
  exportPurposes,
} from '../../../shared/exchange/export-format.ts';
import {
  type ExportOptions,
  type ExportScopeInput,
  standardReport,
} from '../../../shared/exchange/export-request.ts';
import { describeLarge, reportRefusal } from '../../../shared/exchange/large-export.ts';
import { describeUnmarked } from '../../../shared/exchange/unmarked-export.ts';
import { reportScopes } from '../../../shared/reports/report-kind.ts';
import type { ReportTemplate } from '../../../shared/reports/report-template.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { ExportScopeField } from '../../context/export-scope-field.tsx';
import { discardTyped, forgetTyped, useIsTyped, useTyped } from '../../context/typed-forms.ts';
import { type ScopeChoice, useExportScopes } from '../../context/use-export-scopes.ts';
import { useAreaList, useHostKind, useMarking } from '../../context/use-live-queries.ts';
import { useTypedStore, useUi } from '../../context/use-stores.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import styles from './export.module.css';
import { exportChoice, layerFieldsOf } from './export-commands.ts';
import { ExportOptionFields, ReportFields } from './export-options.tsx';
import { ReportPreview, SaveReportPdf } from './report-preview.tsx';
import { isIncompleteReport, startExport } from './start-export.ts';
import { discardTemplate, TemplateEditor, type TypedTemplate, templateForm } from './template-editor.tsx';
import { texts } from './texts.ts';

/** The dialog for exporting detections to a file. */
export function ExportDialog() {
  const app = useApp();
  const { closeDialog, openDialog } = app.stores.ui.getState();
  const opened = useUi((state) => state.dialog === 'export');
  const [isWide, setIsWide] = useState(false);
  const isTyped = useIsTyped(templateForm);
  const close = () => {
    setIsWide(false);
    exportChoice.getState().setNext(null);
    closeDialog();
  };
  const cancel = () => {
    close();
    const show = () => openDialog('export');
    discardTyped(app, { id: exportForm, what: `“${texts.dialog.title}”`, show, hide: closeDialog });
    discardTemplate(app);
  };
  return (
    <Modal opened={opened} onClose={cancel} title={texts.dialog.title} size={isWide || isTyped ? 1200 : 560}>
      <ExportForm onDone={close} onCancel={cancel} onWide={setIsWide} />
    </Modal>
  );
}

const exportForm = 'export';

/** A choice in the list of formats that opens a separate dialog. */
const asCase = 'case';

/** The formats by purpose for a list, that of the last export first. */
function formatGroups(last: ExportFormat) {
  const { purpose: lastPurpose } = exportFormatInfo(last);
  return exportPurposes
    .toSorted((one, other) => Number(other === lastPurpose) - Number(one === lastPurpose))
    .map((purpose) => ({
      group: texts.handOn.purposes[purpose],
      items: exportFormats
        .filter((info) => info.purpose === purpose)
        .toSorted((one, other) => Number(other.format === last) - Number(one.format === last))
        .map(({ format, title }) => ({ value: format as string, label: title })),
    }));
}

/** The formats by what they are for, with a case among those for a tool. */
function formatChoices(last: ExportFormat) {
  const tool = texts.handOn.purposes.tool;
  return formatGroups(last).map(({ group, items }) => ({
    group,
    items: group === tool ? [...items, { value: asCase, label: texts.form.asCase }] : items,
  }));
}

/** Part of a report that is shown in place of the form. */
type ReportView = 'preview' | { readonly template: ReportTemplate; readonly isStored: boolean };

/** Detections that are written, in what format, and with which extras. */
function ExportForm({
  onDone,
  onCancel,
  onWide,
}: {
  readonly onDone: () => void;
  readonly onCancel: () => void;
  /** Called with whether the content needs the width of the window. */
  readonly onWide: (isWide: boolean) => void;
}) {
  const app = useApp();
  const allScopes = useExportScopes();
  const [kind, setKind] = useState<ScopeChoice['kind']>(
    () => allScopes.findLast(({ enabled }) => enabled)?.kind ?? 'all',
  );
  const [initial] = useState(() => initialOptions(app));
  const [options, setOptions] = useTyped(exportForm, initial);
  const { content, isReport } = exportFormatInfo(options.format);
  const report = options.report ?? standardReport;
  const madeOf = isReport ? reportScopes[report.kind] : 'any';
  const scopes = madeOf === 'any' ? allScopes : allScopes.filter((scope) => scope.kind !== 'ids');
  const chosen =
    madeOf === 'none'
      ? scopes.find((scope) => scope.kind === 'all')
      : (scopes.find((scope) => scope.kind === kind) ?? scopes.findLast(({ enabled }) => enabled));
  const size = chosen?.size ?? 0;
  // A report of a filter that matches nothing is one: it states what was covered.
  const isEmpty = size === 0 && (!isReport || chosen?.kind === 'ids');
  const isRefused = reportRefusal(options, size) !== undefined;
  const areas = useAreaList();
  const isIncomplete = isIncompleteReport(options, areas);
  const sent = fittingOptions(options);
  const holdsRecords = content === 'records';
  const [chosenView, setReportView] = useState<ReportView | null>(null);
  const typedTemplate = useTypedStore((state) => state.typed[templateForm])?.value as
    | TypedTemplate
    | undefined;
  const reportView = typedTemplate ?? chosenView;
  const showReport = (view: ReportView | null) => {
    setReportView(view);
    onWide(view !== null);
  };
  const changeReport = (report: ExportOptions['report']) => change({ report });
  const change = (more: Partial<ExportOptions>) =>
    setOptions((former) => withoutUndefined({ ...former, ...more }));

  const { submit, isBusy, failure } = useSubmit(async () => {
    if (!chosen) return null;
    // Where the user cancels the file dialog, another format may yet be chosen.
    return await startExport(app, chosen.scope, options, () => {
      forgetTyped(app, exportForm);
      onDone();
    });
  });

  if (reportView && chosen) {
    return (
      <ReportInPlace
        view={reportView}
        scope={chosen.scope}
        options={sent}
        onTemplate={(template) => {
          const { template: _former, ...others } = report;
          changeReport({ ...others, ...(template === null ? {} : { template }) });
        }}
        onClose={() => showReport(null)}
      />
    );
  }
  return (
    <form onSubmit={submit} aria-label={texts.form.label} className={styles.form}>
      <Stack gap={10}>
        <FormatField format={options.format} onChange={(format) => change({ format })} />
        {madeOf === 'none' ? null : (
          <ExportScopeField scopes={scopes} kind={chosen?.kind ?? kind} onChange={setKind} />
        )}
        <Stack gap={6} role="group" aria-label={texts.form.include}>
          {isReport ? (
            <ReportFields
              report={report}
              canPreview={!isIncomplete && !isRefused}
              onChange={changeReport}
              onEdit={(template, isStored) => showReport({ template, isStored })}
              onPreview={() => showReport('preview')}
            />
          ) : null}
          <ExportOptionFields options={options} onChange={change} />
        </Stack>
        <DestinationHint />
        <div className={styles.submit}>
          <SizeNote options={sent} size={size} />
          <MarkingNote options={sent} />
          {failure ? <FailureNote failure={failure} title={texts.form.notStarted} /> : null}
          <div className={styles.actions}>
            <Button
              type="submit"
              variant="filled"
              loading={isBusy}
              disabled={isIncomplete || isEmpty || isRefused}
            >
              {isReport && (madeOf !== 'any' || size === 0)
                ? texts.form.exportReport
                : holdsRecords
                  ? texts.form.exportRecordsOf(size)
                  : texts.form.exportDetections(size)}
            </Button>
            <Button onClick={onCancel}>{texts.form.cancel}</Button>
          </div>
        </div>
      </Stack>
    </form>
  );
}

function initialOptions({ stores }: App): ExportOptions {
  const { options, next } = exportChoice.getState();
  const last = next ?? options;
  // The table may show the columns of other layers now.
  const shown = last.layerFields?.length ? layerFieldsOf(stores.dock.getState().columns) : [];
  return { ...last, layerFields: [...shown] };
}

/** A report, or the editor of its template, in place of the form. */
function ReportInPlace({
  view,
  scope,
  options,
  onTemplate,
  onClose,
}: {
  readonly view: ReportView;
  readonly scope: () => ExportScopeInput;
  readonly options: ExportOptions;
  /** Called with the id of the template to use; null for the standard one. */
  readonly onTemplate: (id: string | null) => void;
  readonly onClose: () => void;
}) {
  return view === 'preview' ? (
    <Stack gap={10}>
      <ReportPreview scope={scope} options={options} />
      <div className={styles.actions}>
        <Button onClick={onClose} data-autofocus>
          {texts.report.back}
        </Button>
        <SaveReportPdf scope={scope} options={options} />
      </div>
    </Stack>
  ) : (
    <TemplateEditor
      template={view.template}
      isStored={view.isStored}
      scope={scope}
      options={options}
      onDone={(template) => {
        onTemplate(template);
        onClose();
      }}
    />
  );
}

function FormatField({
  format,
  onChange,
}: {
  readonly format: ExportFormat;
  readonly onChange: (format: ExportFormat) => void;
}) {
  const { commands } = useApp();
  const remarksId = useId();
  const [choices] = useState(() => formatChoices(format));
  const { remarks } = exportFormatInfo(format);
  return (
    <div>
      <Select
        label={texts.form.format}
        allowDeselect={false}
        data-autofocus
        aria-describedby={remarksId}
        data={choices}
        value={format}
        maxDropdownHeight={320}
        onChange={(value) =>
          value === asCase ? commands.run('case.export') : onChange((value ?? format) as ExportFormat)
        }
      />
      <ul id={remarksId} className={styles.remarks}>
        {remarks.map((remark) => (
          <li key={remark}>{remark}</li>
        ))}
      </ul>
    </div>
  );
}

/** States before an export that it is too large, or larger than its readers may open. */
function SizeNote({ options, size }: { readonly options: ExportOptions; readonly size: number }) {
  const large = describeLarge(options, size);
  return large === undefined ? null : <Note tone="warn">{large}</Note>;
}

/** Names what is exported unmarked, before it is. */
function MarkingNote({ options }: { readonly options: ExportOptions }) {
  const marking = useMarking();
  if (marking === '') return null;
  const unmarked = describeUnmarked(options);
  return unmarked === undefined ? (
    <span className="muted">{texts.form.marked(marking)}</span>
  ) : (
    <Note tone="warn">{unmarked}</Note>
  );
}

function DestinationHint() {
  const hostKind = useHostKind();
  return (
    <span className="muted">
      {hostKind === 'browser' ? texts.form.destination.download : texts.form.destination.file}
    </span>
  );
}

function withoutUndefined(
  options: Partial<ExportOptions> & Omit<ExportOptions, 'properties'>,
): ExportOptions {
  const { properties, ...others } = options;
  return properties === undefined ? others : { ...others, properties };
}
