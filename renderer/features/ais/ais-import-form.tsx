import { Button, Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { type AisFilePreview, aisMappingSchema } from '../../../shared/ais/ais-file.ts';
import {
  type AisField,
  type AisMapping,
  aisColumnMeanings,
  aisSpeedUnits,
  missingFields,
  timeColumns,
  timeFields,
} from '../../../shared/ais/read/ais-columns.ts';
import { createAisReader } from '../../../shared/ais/read/create-ais-reader.ts';
import { aisTimeForms } from '../../../shared/ais/read/report-times.ts';
import { formatNumber, formatTime } from '../../../shared/format.ts';
import { formatPosition } from '../../../shared/geo/format-position.ts';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import type { ChosenColumns } from '../../stores/columns-store.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { ColumnChoice, FirstRows } from '../../ui/form/column-choice.tsx';
import type { FieldRow } from '../../ui/form/form.tsx';
import { Note } from '../../ui/note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

/** Form that shows a file as it is read, with fields for what its values leave open. */
export function AisImportForm({
  preview,
  onDone,
}: {
  readonly preview: AisFilePreview;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const { mapping, setMapping, readings, isReading, problem, isSaved, save } = useTimedMapping(preview);
  const missing = missingFields(mapping).map((field) => texts.fields[field]);
  const { form } = texts;
  const [follows, setFollows] = useState(false);
  const { submit, isBusy, failure } = useSubmit(async () => {
    const { file, publisher, replaces } = preview;
    const refused = await startJob(app, () =>
      app.api.ais.importFile.mutate({ file, mapping, publisher, replaces, follows }),
    );
    if (refused !== null) return refused;
    save();
    onDone();
    return null;
  });
  return (
    <form onSubmit={submit} aria-label={form.title(preview.name)}>
      <Stack gap="sm">
        <p className="muted">{preview.isOfMessages ? form.messagesHint : form.hint(preview.publisher)}</p>
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
        {preview.isOfMessages ? (
          <FirstRows title={form.firstMessages} rows={firstReports(preview, mapping)} />
        ) : (
          <ColumnChoice
            heading={preview.heading}
            samples={preview.samples}
            reasons={preview.reasons}
            proposed={preview.mapping.columns}
            columns={mapping.columns}
            firstRows={firstReports(preview, mapping)}
            fields={aisColumnMeanings.map((field) => [field, texts.fields[field]])}
            open={unrecognizedFields(preview.mapping)}
            isSaved={isSaved}
            more={(isChanging) => [
              ...(isChanging || (readings.length === 0 && mapping.timeForm === null)
                ? [timeFormRow(mapping, setMapping)]
                : []),
              ...(isChanging ? [speedUnitRow(mapping, setMapping)] : []),
            ]}
            onChange={(columns) => setMapping({ ...mapping, columns })}
            onUseProposed={() => setMapping(preview.mapping)}
          />
        )}
        {preview.isFolder ? (
          <Checkbox
            label={form.follows}
            checked={follows}
            onChange={({ currentTarget: { checked } }) => setFollows(checked)}
          />
        ) : null}
        {missing.length > 0 ? <Note tone="warn">{form.missing(missing)}</Note> : null}
        {failure ? <FailureNote failure={failure} title={form.notImported} /> : null}
        <Group gap="xs">
          <Button
            type="submit"
            variant="filled"
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

/** Fields to choose where the file leaves them open; a position may be in one column. */
function unrecognizedFields(mapping: AisMapping): readonly AisField[] {
  const missing = missingFields(mapping);
  return missing.includes('longitude') && missing.includes('latitude')
    ? [...missing, 'latitudeLongitude', 'longitudeLatitude']
    : missing;
}

const shownReports = 3;

/** The first reports of the file as they are read. */
function firstReports({ samples, isDecimalComma }: AisFilePreview, mapping: AisMapping): readonly string[] {
  const reader = createAisReader(mapping, () => true, isDecimalComma);
  const reports = samples.flatMap((row) => reader.read(row) ?? []).slice(0, shownReports);
  return reports.map(({ timeMs, longitude, latitude, speedKnots, identifier }) =>
    texts.form.report({
      time: formatTime(timeMs),
      position: formatPosition([longitude, latitude], 2),
      knots: speedKnots === null ? null : formatNumber(speedKnots, 1),
      identifier,
    }),
  );
}

function timeFormRow(mapping: AisMapping, onChange: (mapping: AisMapping) => void): FieldRow<object> {
  const { form } = texts;
  return {
    ...{ kind: 'native-choice', name: 'timeForm', label: form.timeForm, hint: form.noZone },
    ...{ inputWrapperOrder: ['label', 'input', 'description'], value: mapping.timeForm ?? '' },
    data: [
      ...(mapping.timeForm === null ? [{ value: '', label: form.chooseTimeForm }] : []),
      ...aisTimeForms.map((value) => ({ value, label: texts.timeForms[value] })),
    ],
    onChange: (value: string) =>
      onChange({ ...mapping, timeForm: aisTimeForms.find((each) => each === value) ?? mapping.timeForm }),
  };
}

function speedUnitRow(mapping: AisMapping, onChange: (mapping: AisMapping) => void): FieldRow<object> {
  return {
    ...{ kind: 'native-choice', name: 'speedUnit', label: texts.form.speedUnit, value: mapping.speedUnit },
    data: aisSpeedUnits.map((value) => ({ value, label: texts.speedUnits[value] })),
    onChange: (value: string) =>
      onChange({ ...mapping, speedUnit: aisSpeedUnits.find((each) => each === value) ?? mapping.speedUnit }),
  };
}

/** The mapping as the user changes it; how times are written is read again when they are in another column. */
function useTimedMapping(preview: AisFilePreview) {
  const { api, stores } = useApp();
  const saved = stores.columns.getState();
  const [start] = useState(() => savedMapping(preview, saved.find('ais', preview.heading)));
  const [mapping, setMapping] = useState<AisMapping>(start ?? preview.mapping);
  const [readings, setReadings] = useState(start?.timeForm === null ? [] : preview.readings);
  const { submit, isBusy, failure } = useSubmit(async (next: AisMapping) => {
    const { file, publisher } = preview;
    const { columns } = next;
    const times = await api.ais.readTimes.query({ file, columns, publisher });
    if (!times.ok) return times.failure;
    setMapping((current) => (current === next ? { ...current, timeForm: times.value.timeForm } : current));
    setReadings(times.value.readings);
    return null;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the columns with which the form opens
  useEffect(() => {
    if (start?.timeForm === null) submit(undefined, start);
  }, []);
  return {
    mapping,
    readings,
    isReading: isBusy,
    problem: failure,
    isSaved: start !== null && mapping.columns === start.columns,
    /** Remembers the columns for files with the same heading, where they are not the proposed ones. */
    save() {
      const { columns, speedUnit } = mapping;
      const isChanged =
        speedUnit !== preview.mapping.speedUnit ||
        aisColumnMeanings.some((field) => columns[field] !== preview.mapping.columns[field]);
      saved.save('ais', preview.heading, isChanged ? { columns, options: { speedUnit } } : null);
    },
    setMapping(changed: AisMapping) {
      const isElsewhere = hasOtherTimes(changed, mapping);
      if (!isElsewhere) return setMapping(changed);
      if (!hasOtherTimes(changed, preview.mapping)) {
        setMapping({ ...changed, timeForm: preview.mapping.timeForm });
        return setReadings(preview.readings);
      }
      const next = { ...changed, timeForm: null };
      setMapping(next);
      setReadings([]);
      if (timeColumns(next).length > 0) submit(undefined, next);
    },
  };
}

function hasOtherTimes(one: AisMapping, other: AisMapping): boolean {
  return timeFields.some((field) => one.columns[field] !== other.columns[field]);
}

/** The mapping with saved columns, unless the file has its own or the columns read none of its first rows. */
function savedMapping(preview: AisFilePreview, chosen: ChosenColumns | null): AisMapping | null {
  const parsed = aisMappingSchema.shape.columns.safeParse(chosen?.columns);
  if (!chosen || !parsed.success || preview.isMapped) return null;
  const unit = aisSpeedUnits.find((each) => each === chosen.options?.speedUnit);
  // What the values of this file show comes first.
  const isShown = preview.reasons.some(({ field, isByValues }) => field === 'speed' && isByValues);
  const mapping = {
    ...preview.mapping,
    columns: parsed.data,
    ...(unit && !isShown ? { speedUnit: unit } : {}),
  };
  const isUsable = missingFields(mapping).length === 0 && hasReadableTimes(preview, mapping);
  if (!isUsable) return null;
  return hasOtherTimes(mapping, preview.mapping) ? { ...mapping, timeForm: null } : mapping;
}

/** Whether any of the first rows has a report in some format of times. */
function hasReadableTimes(preview: AisFilePreview, mapping: AisMapping): boolean {
  return aisTimeForms.some((timeForm) => firstReports(preview, { ...mapping, timeForm }).length > 0);
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
