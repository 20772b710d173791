import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../../shared/result.ts';
import { chooseFile } from '../../../api/choose-file.ts';
import { useApp } from '../../../app/app-context.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { formatBytes } from '../../../components/format.ts';
import type { FieldsPart } from './source-form.tsx';
import styles from './sources.module.css';

const endings = { pmtiles: '.pmtiles', geotiff: '.tif,.tiff,.gtiff,.cog' };
const titles = { pmtiles: 'PMTiles archive', geotiff: 'GeoTIFF' };

/** The choice of a file, and which one it is. */
export function FileField({
  kind,
  fields,
  change,
  problemOf,
  onCopying,
}: FieldsPart & { readonly kind: 'pmtiles' | 'geotiff' }) {
  const app = useApp();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function choose() {
    setFailure(null);
    const chosen = await chooseFile(
      app,
      endings[kind],
      (uploadId) => app.api.mapSources.chooseFile.mutate({ kind, uploadId }),
      (file) => {
        setBusy(`Copying ${file.name} (${formatBytes(file.size)})`);
        onCopying(true);
      },
    );
    setBusy(null);
    onCopying(false);
    if (chosen.state === 'failed') setFailure(chosen.failure);
    if (chosen.state !== 'chosen') return;
    const { archive, ...file } = chosen.value;
    change({
      file,
      ...(archive ? { archive, attribution: fields.attribution || archive.attribution } : {}),
    });
  }

  const { file } = fields;
  const problem = problemOf('file') ?? problemOf('fileName');
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <Button data-autofocus loading={busy !== null} onClick={() => void choose()}>
          {file ? 'Choose another file…' : `Choose a ${titles[kind]}…`}
        </Button>
        <span className={styles.fileName}>{busy ?? file?.fileName ?? 'No file is chosen.'}</span>
      </Group>
      {file?.bytes == null ? null : (
        <p className={styles.facts}>
          {formatBytes(file.bytes)}.{' '}
          {file.isCopied
            ? 'A browser cannot say where a file lies, so a copy is kept in Sightline’s folder until the source is removed.'
            : 'It stays where it is.'}
        </p>
      )}
      {problem === undefined ? null : <p className={styles.problem}>{problem}</p>}
      {failure ? <FailureNote failure={failure} title="The file cannot be used." /> : null}
    </div>
  );
}
