import { Button, Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useState } from 'react';
import type { AisFilePreview } from '../../../shared/ais/ais-file.ts';
import {
  type AisField,
  type AisMapping,
  aisFields,
  aisSpeedUnits,
  aisTimeForms,
  missingFields,
} from '../../../shared/ais/read/ais-columns.ts';
import { cutText } from '../../../shared/cut-text.ts';
import { useApp } from '../../context/app-context.tsx';
import { startJob } from '../../context/start-job.ts';
import { FailureNote } from '../../ui/failure-note.tsx';
import { Note } from '../../ui/note.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { texts } from './texts.ts';

/** What each column of a file means, before it is imported. */
export function AisImportForm({
  preview,
  onDone,
}: {
  readonly preview: AisFilePreview;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const [mapping, setMapping] = useState<AisMapping>(preview.mapping);
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
        <SimpleGrid cols={3} spacing="sm" verticalSpacing="xs">
          {aisFields.map((field) => (
            <FieldChoice
              key={field}
              field={field}
              preview={preview}
              mapping={mapping}
              onChange={setMapping}
            />
          ))}
          <NativeSelect
            label={form.timeForm}
            description={form.noZone}
            inputWrapperOrder={['label', 'input', 'description']}
            value={mapping.timeForm}
            data={aisTimeForms.map((value) => ({ value, label: texts.timeForms[value] }))}
            onChange={({ currentTarget: { value } }) =>
              setMapping({
                ...mapping,
                timeForm: aisTimeForms.find((each) => each === value) ?? mapping.timeForm,
              })
            }
          />
          <NativeSelect
            label={form.speedUnit}
            value={mapping.speedUnit}
            data={aisSpeedUnits.map((value) => ({ value, label: texts.speedUnits[value] }))}
            onChange={({ currentTarget: { value } }) =>
              setMapping({
                ...mapping,
                speedUnit: aisSpeedUnits.find((each) => each === value) ?? mapping.speedUnit,
              })
            }
          />
        </SimpleGrid>
        {missing.length > 0 ? <Note tone="warn">{form.missing(missing)}</Note> : null}
        {failure ? <FailureNote failure={failure} title={form.notImported} /> : null}
        <Group gap="xs">
          <Button type="submit" loading={isBusy} disabled={missing.length > 0} data-autofocus>
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

function FieldChoice({
  field,
  preview: { heading, samples },
  mapping,
  onChange,
}: {
  readonly field: AisField;
  readonly preview: AisFilePreview;
  readonly mapping: AisMapping;
  readonly onChange: (mapping: AisMapping) => void;
}) {
  const column = mapping.columns[field];
  const sample =
    column === undefined ? undefined : samples.map((row) => row[column]?.trim() ?? '').find(Boolean);
  return (
    <NativeSelect
      label={texts.fields[field]}
      description={sample === undefined ? undefined : texts.form.sample(cutText(sample, 30))}
      inputWrapperOrder={['label', 'input', 'description']}
      value={column === undefined ? '' : String(column)}
      data={[
        { value: '', label: texts.form.unused },
        ...heading.map((name, index) => ({
          value: String(index),
          label: name.trim() || `${texts.form.column} ${index + 1}`,
        })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        const { [field]: _, ...others } = mapping.columns;
        onChange({ ...mapping, columns: value === '' ? others : { ...others, [field]: Number(value) } });
      }}
    />
  );
}
