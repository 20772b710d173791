import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { addressWarning } from '../../../../shared/map-sources/check-map-source.ts';
import {
  type MapSource,
  type MapSourceDraft,
  type MapSourceKind,
  mapSourceKindTitles,
} from '../../../../shared/map-sources/map-source.ts';
import type { MapSourceTest } from '../../../../shared/map-sources/map-source-state.ts';
import { type Failure, type Result, succeed } from '../../../../shared/result.ts';
import { useApp } from '../../../context/app-context.tsx';
import { forgetTyped, useTyped } from '../../../context/typed-forms.ts';
import type { GeotiffMetadata } from '../../../map/sources/geotiff-metadata.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { Form, FormRows } from '../../../ui/form/form.tsx';
import { useFields } from '../../../ui/form/use-fields.ts';
import { Note } from '../../../ui/note.tsx';
import { notifyInfo } from '../../../ui/notify.tsx';
import { PrimaryButton } from '../../../ui/primary-button.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';
import { FileField } from './file-field.tsx';
import { ServiceFields } from './service-fields.tsx';
import {
  type SourceFields,
  type SourceFieldsProps,
  suggestedName,
  toDraft,
  toSourceFields,
} from './source-fields.ts';
import styles from './sources.module.css';
import { TilesFields } from './tiles-fields.tsx';

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
  const id = `source ${source?.id ?? 'new'}`;
  const [isCopying, setCopying] = useState(false);
  const form = useFields(useTyped<SourceFields>(id, toSourceFields(source)), async (fields) => {
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
    forgetTyped(app, id);
    notifyInfo(source ? texts.form.updated(saved.value.name) : texts.form.added(saved.value.name));
    onDone();
    return null;
  });
  const { values: fields, isBusy, failure, problems, setFailure } = form;
  const change = (changed: Partial<SourceFields>) => {
    form.change(changed);
    form.clear();
  };
  const fieldsProps: SourceFieldsProps = { fields, change, problems, onCopying: setCopying };

  const advice = fields.kind === 'geotiff' ? null : addressWarning(fields.address);
  // Problems of fields are shown at the fields.
  const generalFailure =
    failure && !failure.problems?.some(({ field }) => shownFields.has(field)) ? failure : null;
  return (
    <Form
      form={{ ...form, change }}
      label={source ? texts.form.edit(source.name) : texts.form.new}
      gap={10}
      rows={[
        {
          ...{ kind: 'segments', name: 'kind', label: texts.form.kind, data: kinds, shownIf: !source },
          value: fields.kind,
          onChange: (kind: string) => change({ kind: kind as MapSourceKind, offer: null }),
        },
        <KindFields key="kind" fieldsProps={fieldsProps} />,
        advice === null ? null : (
          <Note key="advice" tone="warn">
            {advice}
          </Note>
        ),
        {
          ...{ kind: 'text', name: 'name', label: texts.form.name },
          placeholder: suggestedName(fields) || texts.form.nameExample,
        },
        {
          ...{ kind: 'text', name: 'attribution', label: texts.form.attribution.label },
          ...{ hint: texts.form.attribution.hint, placeholder: '© …' },
        },
        <SourceTest
          key={`test ${fields.kind}`}
          fields={fields}
          id={source?.id ?? null}
          isDisabled={isCopying}
          onInvalid={setFailure}
        />,
      ]}
    >
      {generalFailure ? <FailureNote failure={generalFailure} title={texts.form.notSaved} /> : null}
      <Group gap="xs">
        <PrimaryButton type="submit" loading={isBusy} disabled={isCopying}>
          {source ? texts.form.save : texts.form.add}
        </PrimaryButton>
        <Button onClick={onDone}>{texts.form.cancel}</Button>
      </Group>
    </Form>
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

/** A PMTiles archive: its file or address, and its content once it has been read. */
function ArchiveFields(props: SourceFieldsProps) {
  const { fields, change } = props;
  const { archive, isFile } = fields;
  return (
    <>
      <FormRows
        form={{ values: fields, change }}
        rows={[
          {
            ...{ kind: 'segments', name: 'isFile', label: texts.archive.location },
            data: [
              { value: 'file', label: texts.archive.file },
              { value: 'address', label: texts.archive.address },
            ],
            value: isFile ? 'file' : 'address',
            onChange: (value: string) => change({ isFile: value === 'file', archive: null, file: null }),
          },
        ]}
      />
      {isFile ? <FileField kind="pmtiles" {...props} /> : <ArchiveAddress {...props} />}
      {archive ? (
        <p className={styles.facts}>
          {texts.archive.content(archive.content === 'vector', archive.minZoom, archive.maxZoom)}
        </p>
      ) : null}
    </>
  );
}

function ArchiveAddress({ fields, change, problems }: SourceFieldsProps) {
  const { api } = useApp();
  const { submit, isBusy, failure } = useSubmit(async () => {
    const found = await api.mapSources.readArchive.mutate(fields.address);
    if (!found.ok) return found.failure;
    const archive = found.value;
    change({ archive, attribution: fields.attribution || archive.attribution });
    return null;
  });

  return (
    <>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={texts.archive.address}
          style={{ flexGrow: 1 }}
          placeholder={texts.archive.addressExample}
          inputMode="url"
          value={fields.address}
          error={problems.address}
          onChange={(event) => change({ address: event.currentTarget.value, archive: null })}
          onKeyDown={(event) => event.key === 'Enter' && submit(event)}
        />
        <Button loading={isBusy} disabled={fields.address.trim() === ''} onClick={() => submit()}>
          {texts.archive.read}
        </Button>
      </Group>
      {failure ? <FailureNote failure={failure} /> : null}
    </>
  );
}

/** Tests the source described by the form at the center of the map. */
function SourceTest({
  fields,
  id,
  isDisabled,
  onInvalid,
}: {
  readonly fields: SourceFields;
  /** The id of the source that is being changed; null for a new one. */
  readonly id: string | null;
  readonly isDisabled: boolean;
  readonly onInvalid: (failure: Failure) => void;
}) {
  const app = useApp();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Result<TriedSource> | null>(null);

  async function test() {
    setOutcome(null);
    const draft = toDraft(fields);
    if (!draft.ok) return onInvalid(draft.failure);
    setBusy(true);
    setOutcome(await trySource(app, draft.value, id));
    setBusy(false);
  }

  return (
    <div>
      <Button variant="default" loading={busy} disabled={isDisabled} onClick={() => void test()}>
        {texts.test.button}
      </Button>
      <div aria-live="polite">{outcome ? <OutcomeText outcome={outcome} /> : null}</div>
    </div>
  );
}

function OutcomeText({ outcome }: { readonly outcome: Result<TriedSource> }) {
  if (!outcome.ok) return <FailureNote failure={outcome.failure} title={texts.test.failed} />;
  if (outcome.value.kind === 'tile') return <TileText tile={outcome.value.tile} />;
  const { width, height, bands, depth, crs, stretch, advice } = outcome.value.metadata;
  return (
    <>
      <p className={styles.facts}>
        {texts.test.image(width, height, bands, depth, crs)}{' '}
        {stretch
          ? texts.test.stretch(
              stretch.map(({ low, high }) => ({ low: formatValue(low), high: formatValue(high) })),
            )
          : ''}
      </p>
      {advice === null ? null : <Note tone="warn">{advice}</Note>}
    </>
  );
}

function TileText({ tile: { address, contentType, bytes } }: { readonly tile: MapSourceTest }) {
  const isImage = contentType?.startsWith('image/') ?? false;
  return (
    <div className={styles.trial}>
      {isImage ? <img src={address} alt={texts.test.alternative} /> : null}
      <span>
        {texts.test.received(
          contentType === 'application/vnd.mapbox-vector-tile' ? texts.test.vectorTile : (contentType ?? '–'),
          bytes,
        )}
      </span>
    </div>
  );
}

function formatValue(value: number): string {
  return Number(value.toPrecision(4)).toString();
}

/** A tile of a source at the center of the map, or the metadata of a GeoTIFF. */
type TriedSource =
  | { readonly kind: 'tile'; readonly tile: MapSourceTest }
  | { readonly kind: 'geotiff'; readonly metadata: GeotiffMetadata };

/** Tries a source that is not added yet; `id` is that of the source which it changes. */
async function trySource(
  { api, engine }: ReturnType<typeof useApp>,
  draft: MapSourceDraft,
  id: string | null,
): Promise<Result<TriedSource>> {
  const { center, zoom } = engine.camera.state;
  const position: [number, number] = [center[0], center[1]];
  const tried = await api.mapSources.tryOut.mutate({ draft, id, position, zoom });
  if (!tried.ok) return tried;
  if (draft.kind !== 'geotiff') return succeed({ kind: 'tile', tile: tried.value });
  const { readGeotiffMetadata } = await import('../../../map/sources/geotiff-metadata.ts');
  const metadata = await readGeotiffMetadata(tried.value.address);
  return metadata.ok ? succeed({ kind: 'geotiff', metadata: metadata.value }) : metadata;
}
