import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core';
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
import { Note } from '../../../ui/note.tsx';
import { notifyInfo } from '../../../ui/notify.tsx';
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
  const form = `source ${source?.id ?? 'new'}`;
  const [fields, setFields] = useTyped<SourceFields>(form, toSourceFields(source));
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
    forgetTyped(app, form);
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

/** A PMTiles archive: its file or address, and its content once it has been read. */
function ArchiveFields(props: SourceFieldsProps) {
  const { fields, change } = props;
  const { archive, isFile } = fields;
  return (
    <>
      <SegmentedControl
        aria-label={texts.archive.location}
        data={[
          { value: 'file', label: texts.archive.file },
          { value: 'address', label: texts.archive.address },
        ]}
        value={isFile ? 'file' : 'address'}
        onChange={(value) => change({ isFile: value === 'file', archive: null, file: null })}
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

function ArchiveAddress({ fields, change, problemOf }: SourceFieldsProps) {
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
          error={problemOf('address')}
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
