import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { addressAdvice } from '../../../../shared/map-sources/check-map-source.ts';
import { kindTitles, type MapSource, type MapSourceKind } from '../../../../shared/map-sources/map-source.ts';
import type { Failure } from '../../../../shared/result.ts';
import { ask } from '../../../api/ask.ts';
import { useApp } from '../../../app/app-context.tsx';
import { notifyInfo } from '../../../app/notify.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { Note } from '../../../components/note.tsx';
import { ArchiveFields } from './archive-fields.tsx';
import { FileField } from './file-field.tsx';
import { ServiceFields } from './service-fields.tsx';
import { draftOf, fieldsOf, type SourceFields, suggestedName } from './source-fields.ts';
import { SourceTrial } from './source-trial.tsx';
import { TilesFields } from './tiles-fields.tsx';

/** What the parts of the form have of it. */
export type FieldsPart = {
  readonly fields: SourceFields;
  readonly change: (changed: Partial<SourceFields>) => void;
  /** What is wrong with a field, by its name. */
  readonly problemOf: (field: string) => string | undefined;
  /** Tells that a file is being copied, until when the source cannot be tested or kept. */
  readonly onCopying: (isCopying: boolean) => void;
};

const kinds = Object.entries(kindTitles).map(([value, label]) => ({ value, label }));

/** Adds a source, or changes `source`. */
export function SourceForm({
  source,
  onDone,
}: {
  readonly source: MapSource | null;
  readonly onDone: () => void;
}) {
  const { api } = useApp();
  const [fields, setFields] = useState<SourceFields>(() => fieldsOf(source));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const [isCopying, setCopying] = useState(false);
  const change = (changed: Partial<SourceFields>) => {
    setFields((before) => ({ ...before, ...changed }));
    setFailure(null);
  };
  const problemOf = (field: string) => failure?.problems?.find((problem) => problem.field === field)?.message;
  const part: FieldsPart = { fields, change, problemOf, onCopying: setCopying };

  async function save(event: FormEvent) {
    event.preventDefault();
    const draft = draftOf(fields);
    if (!draft.ok) return setFailure(draft.failure);
    setBusy(true);
    const saved = await ask(() =>
      source
        ? api.mapSources.change.mutate({ id: source.id, draft: draft.value })
        : api.mapSources.add.mutate(draft.value),
    );
    setBusy(false);
    if (!saved.ok) return setFailure(saved.failure);
    notifyInfo(`“${saved.value.name}” is ${source ? 'changed' : 'on the map, below all results'}.`);
    onDone();
  }

  const advice = fields.kind === 'geotiff' ? null : addressAdvice(fields.address);
  // What belongs to a field stands beside it.
  const general = failure && !failure.problems?.some(({ field }) => shownFields.has(field)) ? failure : null;
  return (
    <form
      onSubmit={(event) => void save(event)}
      noValidate
      aria-label={source ? `Edit ${source.name}` : 'New source'}
    >
      <Stack gap={10}>
        {source ? null : (
          <SegmentedControl
            aria-label="Kind of source"
            data={kinds}
            value={fields.kind}
            onChange={(kind) => change({ kind: kind as MapSourceKind, offer: null })}
          />
        )}
        <KindFields part={part} />
        {advice === null ? null : <Note tone="warn">{advice}</Note>}
        <TextInput
          label="Name"
          placeholder={suggestedName(fields) || 'As it is to stand in the list'}
          value={fields.name}
          error={problemOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Attribution"
          description="Shown on the map, as the operator wants it."
          placeholder="© …"
          value={fields.attribution}
          error={problemOf('attribution')}
          onChange={(event) => change({ attribution: event.currentTarget.value })}
        />
        <SourceTrial
          key={fields.kind}
          fields={fields}
          id={source?.id ?? null}
          isDisabled={isCopying}
          onInvalid={setFailure}
        />
        {general ? <FailureNote failure={general} title="The source was not kept." /> : null}
        <Group gap="xs">
          <Button type="submit" variant="filled" loading={busy} disabled={isCopying}>
            {source ? 'Save' : 'Add'}
          </Button>
          <Button onClick={onDone}>Cancel</Button>
        </Group>
      </Stack>
    </form>
  );
}

const shownFields: ReadonlySet<string> = new Set([
  'address',
  'name',
  'attribution',
  'minZoom',
  'maxZoom',
  'file',
  'fileName',
  'layers',
  'layer',
]);

function KindFields({ part }: { readonly part: FieldsPart }) {
  switch (part.fields.kind) {
    case 'xyz':
      return <TilesFields {...part} />;
    case 'wms':
    case 'wmts':
      return <ServiceFields {...part} />;
    case 'pmtiles':
      return <ArchiveFields {...part} />;
    case 'geotiff':
      return <FileField kind="geotiff" {...part} />;
  }
}
