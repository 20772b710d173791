import { Button, Group, Radio, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import type { AisFilePreview } from '../../../shared/ais/ais-file.ts';
import {
  type AisField,
  type AisMapping,
  aisColumnMeanings,
  aisSpeedUnits,
  missingFields,
} from '../../../shared/ais/read/ais-columns.ts';
import { aisTimeForms } from '../../../shared/ais/read/report-times.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { formatTime } from '../../../shared/format.ts';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { type FieldRow, FormRows } from '../../ui/form/form.tsx';
import { Note } from '../../ui/note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

/** Form for the meaning of each column of a file, before it is imported. */
export function AisImportForm({
  preview,
  onDone,
}: {
  readonly preview: AisFilePreview;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const { mapping, setMapping, readings, isReading, problem } = useTimedMapping(preview);
  const missing = missingFields(mapping).map((field) => texts.fields[field]);
  const { form } = texts;
  const { submit, isBusy, failure } = useSubmit(async () => {
    const { file, publisher, replaces } = preview;
    const refused = await startJob(app, () =>
      app.api.ais.importFile.mutate({ file, mapping, publisher, replaces }),
    );
    if (refused === null) onDone();
    return refused;
  });
  return (
    <form onSubmit={submit} aria-label={form.title(preview.name)}>
      <Stack gap="sm">
        <p className="muted">{form.hint(preview.publisher)}</p>
        {preview.replaces === null ? null : <Note tone="info">{form.replaces}</Note>}
        {isReading ? <p className="muted">{form.readingTimes}</p> : null}
        {readings.length > 0 ? (
          <TimeReadings
            readings={readings}
            chosen={mapping.timeForm}
            onChoose={(timeForm) => setMapping({ ...mapping, timeForm })}
          />
        ) : null}
        {problem ? <FailureNote failure={problem} /> : null}
        <SimpleGrid cols={3} spacing="sm" verticalSpacing="xs">
          <FormRows
            form={{
              values: mapping,
              change: (part: Partial<AisMapping>) => setMapping({ ...mapping, ...part }),
            }}
            rows={[
              ...aisColumnMeanings.map((field) => columnRow(field, preview, mapping, setMapping)),
              {
                ...{ kind: 'native-choice', name: 'timeForm', label: form.timeForm, hint: form.noZone },
                ...{ inputWrapperOrder: ['label', 'input', 'description'], value: mapping.timeForm ?? '' },
                data: [
                  ...(mapping.timeForm === null ? [{ value: '', label: form.chooseTimeForm }] : []),
                  ...aisTimeForms.map((value) => ({ value, label: texts.timeForms[value] })),
                ],
                onChange: (value: string) =>
                  setMapping({
                    ...mapping,
                    timeForm: aisTimeForms.find((each) => each === value) ?? mapping.timeForm,
                  }),
              },
              {
                ...{ kind: 'native-choice', name: 'speedUnit', label: form.speedUnit },
                data: aisSpeedUnits.map((value) => ({ value, label: texts.speedUnits[value] })),
              },
            ]}
          />
        </SimpleGrid>
        {missing.length > 0 ? <Note tone="warn">{form.missing(missing)}</Note> : null}
        {failure ? <FailureNote failure={failure} title={form.notImported} /> : null}
        <Group gap="xs">
          <Button
            type="submit"
            loading={isBusy}
            disabled={missing.length > 0 || mapping.timeForm === null}
            data-autofocus
          >
            {form.start}
          </Button>
          <Button variant="default" onClick={onDone}>
            {form.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The mapping as the user changes it; how times are written is read again when they are in another column. */
function useTimedMapping(preview: AisFilePreview) {
  const { api } = useApp();
  const [mapping, setMapping] = useState<AisMapping>(preview.mapping);
  const [readings, setReadings] = useState(preview.readings);
  const { submit, isBusy, failure } = useSubmit(async (next: AisMapping) => {
    const { file, publisher } = preview;
    const { columns } = next;
    const times = await api.ais.readTimes.query({ file, columns, publisher });
    if (!times.ok) return times.failure;
    setMapping((current) => (current === next ? { ...current, timeForm: times.value.timeForm } : current));
    setReadings(times.value.readings);
    return null;
  });
  return {
    mapping,
    readings,
    isReading: isBusy,
    problem: failure,
    setMapping(changed: AisMapping) {
      const isElsewhere = (['time', 'date'] as const).some(
        (field) => changed.columns[field] !== mapping.columns[field],
      );
      const next = isElsewhere ? { ...changed, timeForm: null } : changed;
      setMapping(next);
      if (!isElsewhere) return;
      setReadings([]);
      if (next.columns.time !== undefined) submit(undefined, next);
    },
  };
}

/** The ways in which the times of all rows can be read, with the passes that each has. */
function TimeReadings({
  readings,
  chosen,
  onChoose,
}: {
  readonly readings: AisFilePreview['readings'];
  readonly chosen: AisMapping['timeForm'];
  readonly onChoose: (form: AisMapping['timeForm']) => void;
}) {
  const { form } = texts;
  return (
    <Note tone="warn">
      <Radio.Group
        label={form.readings}
        value={chosen ?? ''}
        onChange={(value) => onChoose(aisTimeForms.find((each) => each === value) ?? null)}
      >
        {readings.map(({ form: value, sample, passes }) => (
          <Radio
            key={value}
            mt={4}
            value={value}
            label={form.reading(
              sample.text,
              formatTime(sample.timeMs),
              passes.map((timeMs) => formatTime(timeMs)),
            )}
          />
        ))}
      </Radio.Group>
    </Note>
  );
}

/** The choice of the column that has a field, with the first value in it. */
function columnRow(
  field: AisField,
  { heading, samples }: AisFilePreview,
  mapping: AisMapping,
  onChange: (mapping: AisMapping) => void,
): FieldRow<AisMapping> {
  const column = mapping.columns[field];
  const sample =
    column === undefined ? undefined : samples.map((row) => row[column]?.trim() ?? '').find(Boolean);
  return {
    ...{ kind: 'native-choice', name: field, label: texts.fields[field] },
    hint: sample === undefined ? undefined : texts.form.sample(cutText(sample, 30)),
    inputWrapperOrder: ['label', 'input', 'description'],
    value: column === undefined ? '' : String(column),
    data: [
      { value: '', label: texts.form.unused },
      ...heading.map((name, index) => ({
        value: String(index),
        label: name.trim() || `${texts.form.column} ${index + 1}`,
      })),
    ],
    onChange(value: string) {
      const { [field]: _, ...others } = mapping.columns;
      onChange({ ...mapping, columns: value === '' ? others : { ...others, [field]: Number(value) } });
    },
  };
}
