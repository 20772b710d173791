import { Button, Checkbox, MultiSelect, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Area } from '../../../shared/areas/area.ts';
import { canHave } from '../../../shared/exchange/export-checks.ts';
import { exportFormatInfo } from '../../../shared/exchange/export-format.ts';
import {
  csvDecimals,
  csvSeparators,
  type ExportOptions,
  type ReportOptions,
} from '../../../shared/exchange/export-request.ts';
import { reportKinds } from '../../../shared/reports/report-kind.ts';
import {
  type ReportTemplate,
  reportTitleSchema,
  standardTemplate,
} from '../../../shared/reports/report-template.ts';
import { fieldTitle } from '../../../shared/results/field-title.ts';
import { groupingTexts } from '../../../shared/sites/site-pass-texts.ts';
import { siteCounts, sitePassGroupings } from '../../../shared/sites/site-series.ts';
import { useApp } from '../../context/app-context.tsx';
import { useAreaList } from '../../context/use-live-queries.ts';
import { useProperties } from '../../context/use-results-queries.ts';
import { useDock } from '../../context/use-stores.ts';
import { type FieldRow, type FormRow, FormRows } from '../../ui/form/form.tsx';
import { QueryState } from '../../ui/query-state.tsx';
import styles from './export.module.css';
import { layerFieldsOf } from './export-commands.ts';
import { texts } from './texts.ts';

type Chips = ExportOptions['chips'];

type OptionProps = {
  readonly options: ExportOptions;
  readonly onChange: (change: Partial<ExportOptions>) => void;
};

/** Choices to include with the detections, limited to what the format can contain. */
export function ExportOptionFields(props: OptionProps) {
  const { options, onChange } = props;
  const { includesFootprints, chips } = exportFormatInfo(options.format);
  const { footprintsInFile, footprintsInSecondFile, ...labels } = texts.options;
  const fields = layerFieldsOf(useDock(({ columns }) => columns));
  const box = (name: keyof ExportOptions & keyof typeof labels) =>
    ({
      kind: 'check',
      name,
      label: labels[name],
      shownIf: canHave(options, name),
    }) as FieldRow<ExportOptions>;
  return (
    <FormRows
      form={{ values: options, change: onChange }}
      rows={[
        box('reviews'),
        box('places'),
        box('presence'),
        // The columns about layers that the table shows.
        {
          ...{ kind: 'check', name: 'layerFields', label: texts.options.layerFields(fields.map(fieldTitle)) },
          shownIf: canHave(options, 'layerFields') && fields.length > 0,
          value: (options.layerFields ?? []).length > 0,
          onChange: (isChosen: boolean) => onChange({ layerFields: isChosen ? [...fields] : [] }),
        },
        {
          ...{ kind: 'check', name: 'footprints', shownIf: canHave(options, 'footprints') },
          label: includesFootprints ? footprintsInFile : footprintsInSecondFile,
        },
        box('passes'),
        box('qgisProject'),
        ...csvRows(props),
        box('byteOrderMark'),
        chips === 'never' || !canHave(options, 'chips') ? null : (
          <ChipsField key="chips" place={chips} {...props} />
        ),
        canHave(options, 'properties') ? <PropertyFields key="properties" {...props} /> : null,
      ]}
    />
  );
}

/** The signs of a table in CSV; the comma cannot be both. */
function csvRows({ options, onChange }: OptionProps): readonly FormRow<ExportOptions>[] {
  const { separators, decimals } = texts.options;
  const choice = { kind: 'native-choice', size: 'xs' } as const;
  return [
    {
      ...{ ...choice, name: 'separator', label: texts.options.separator },
      shownIf: canHave(options, 'separator'),
      data: csvSeparators.map((value) => ({
        ...{ value, label: separators[value] },
        disabled: value === 'comma' && options.decimal === 'comma',
      })),
    },
    {
      ...{ ...choice, name: 'decimal', label: texts.options.decimal },
      shownIf: canHave(options, 'decimal'),
      data: csvDecimals.map((value) => ({ value, label: decimals[value] })),
      value: options.decimal,
      onChange: (value: string) => {
        const decimal = csvDecimals.find((each) => each === value) ?? 'point';
        const needsOther = decimal === 'comma' && options.separator === 'comma';
        onChange({ decimal, ...(needsOther ? { separator: 'semicolon' } : {}) });
      },
    },
  ];
}

function ChipsField({
  place,
  options,
  onChange,
}: OptionProps & { readonly place: 'in the file' | 'always in the file' | undefined }) {
  const { label, none, cached, all, cachedInFile, allInFile } = texts.options.chips;
  const choices: readonly { readonly value: Chips; readonly label: string }[] = [
    ...(place === 'always in the file' ? [] : [{ value: 'none', label: none } as const]),
    { value: 'cached', label: place ? cachedInFile : cached },
    { value: 'fetched', label: place ? allInFile : all },
  ];
  const isMissing = !choices.some(({ value }) => value === options.chips);
  return (
    <Select
      label={label}
      allowDeselect={false}
      data={[...choices]}
      value={isMissing ? 'cached' : options.chips}
      onChange={(value) => onChange({ chips: (value ?? 'none') as Chips })}
    />
  );
}

function PropertyFields({ options, onChange }: OptionProps) {
  const known = useProperties().map(({ name }) => name);
  const chosen = options.properties;
  // The saved choice may name properties that only another workspace has.
  const names = [...new Set([...known, ...(chosen ?? [])])];
  return (
    <>
      <Checkbox
        label={texts.options.allProperties}
        checked={chosen === undefined}
        onChange={(event) => onChange({ properties: event.currentTarget.checked ? undefined : known })}
      />
      {chosen ? (
        <MultiSelect
          aria-label={texts.options.properties}
          placeholder={chosen.length === 0 ? texts.options.noProperties : ''}
          data={names}
          searchable
          clearable
          value={chosen}
          onChange={(properties) => onChange({ properties })}
        />
      ) : null}
    </>
  );
}

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
      data: sitePassGroupings.map((value) => ({ value, label: groupingTexts[value] })),
    },
  ];
}
