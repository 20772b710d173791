import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addressWarning } from '../../../../shared/map-sources/check-map-source.ts';
import {
  type MapSource,
  type MapSourceKind,
  mapSourceKindTitles,
} from '../../../../shared/map-sources/map-source.ts';
import { useApp } from '../../../context/app-context.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Note } from '../../../ui/note.tsx';
import { notifyInfo } from '../../../ui/notify.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';
import { ArchiveFields } from './archive-fields.tsx';
import { FileField } from './file-field.tsx';
import { ServiceFields } from './service-fields.tsx';
import {
  type SourceFields,
  type SourceFieldsProps,
  suggestedName,
  toDraft,
  toSourceFields,
} from './source-fields.ts';
import { SourceTest } from './source-test.tsx';
import { TilesFields } from './tiles-fields.tsx';
import { trySource } from './try-source.ts';

const kinds = Object.entries(mapSourceKindTitles).map(([value, label]) => ({ value, label }));

/** Adds a source, or changes `source`. */
export function SourceForm({
  source,
  onDone,
}: {
  readonly source: MapSource | null;
  readonly onDone: () => void;
}) {
  const app = useApp();
  const { api } = app;
  const [fields, setFields] = useState<SourceFields>(() => toSourceFields(source));
  const [isCopying, setCopying] = useState(false);
  const { submit, isBusy, failure, problems, clear, setFailure } = useSubmit(async () => {
    const draft = toDraft(fields);
    if (!draft.ok) return draft.failure;
    // Only the page can read one, and what cannot be drawn is of no use as a basemap.
    const tried =
      draft.value.kind === 'geotiff' ? await trySource(app, draft.value, source?.id ?? null) : undefined;
    if (tried?.ok === false) return tried.failure;
    const saved = source
      ? await api.mapSources.change.mutate({ id: source.id, draft: draft.value })
      : await api.mapSources.add.mutate(draft.value);
    if (!saved.ok) return saved.failure;
    notifyInfo(source ? texts.form.updated(saved.value.name) : texts.form.added(saved.value.name));
    onDone();
    return null;
  });
  const problemOf = (field: string) => problems[field];
  const change = (changed: Partial<SourceFields>) => {
    setFields((before) => ({ ...before, ...changed }));
    clear();
  };
  const fieldsProps: SourceFieldsProps = { fields, change, problemOf, onCopying: setCopying };

  const advice = fields.kind === 'geotiff' ? null : addressWarning(fields.address);
  // Problems of fields are shown at the fields.
  const generalFailure =
    failure && !failure.problems?.some(({ field }) => shownFields.has(field)) ? failure : null;
  return (
    <form onSubmit={submit} noValidate aria-label={source ? texts.form.edit(source.name) : texts.form.new}>
      <Stack gap={10}>
        {source ? null : (
          <SegmentedControl
            aria-label={texts.form.kind}
            data={kinds}
            value={fields.kind}
            onChange={(kind) => change({ kind: kind as MapSourceKind, offer: null })}
          />
        )}
        <KindFields fieldsProps={fieldsProps} />
        {advice === null ? null : <Note tone="warn">{advice}</Note>}
        <TextInput
          label={texts.form.name}
          placeholder={suggestedName(fields) || texts.form.nameExample}
          value={fields.name}
          error={problemOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={texts.form.attribution.label}
          description={texts.form.attribution.hint}
          placeholder="© …"
          value={fields.attribution}
          error={problemOf('attribution')}
          onChange={(event) => change({ attribution: event.currentTarget.value })}
        />
        <SourceTest
          key={fields.kind}
          fields={fields}
          id={source?.id ?? null}
          isDisabled={isCopying}
          onInvalid={setFailure}
        />
        {generalFailure ? <FailureNote failure={generalFailure} title={texts.form.notSaved} /> : null}
        <Group gap="xs">
          <Button type="submit" variant="filled" loading={isBusy} disabled={isCopying}>
            {source ? texts.form.save : texts.form.add}
          </Button>
          <Button onClick={onDone}>{texts.form.cancel}</Button>
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

function KindFields({ fieldsProps }: { readonly fieldsProps: SourceFieldsProps }) {
  switch (fieldsProps.fields.kind) {
    case 'xyz':
      return <TilesFields {...fieldsProps} />;
    case 'wms':
    case 'wmts':
      return <ServiceFields {...fieldsProps} />;
    case 'pmtiles':
      return <ArchiveFields {...fieldsProps} />;
    case 'geotiff':
      return <FileField kind="geotiff" {...fieldsProps} />;
  }
}
