import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { Failure } from '../../../../shared/result.ts';
import { ask } from '../../../api/ask.ts';
import { useApp } from '../../../app/app-context.tsx';
import { FailureNote } from '../../../components/failure-note.tsx';
import { FileField } from './file-field.tsx';
import type { FieldsPart } from './source-form.tsx';
import styles from './sources.module.css';

/** A PMTiles archive: a file or an address, and what it was found to hold. */
export function ArchiveFields(part: FieldsPart) {
  const { fields, change } = part;
  const { archive, isFile } = fields;
  return (
    <>
      <SegmentedControl
        aria-label="Where the archive lies"
        data={[
          { value: 'file', label: 'File' },
          { value: 'address', label: 'Address' },
        ]}
        value={isFile ? 'file' : 'address'}
        onChange={(value) => change({ isFile: value === 'file', archive: null, file: null })}
      />
      {isFile ? <FileField kind="pmtiles" {...part} /> : <ArchiveAddress {...part} />}
      {archive ? (
        <p className={styles.facts}>
          {archive.content === 'vector' ? 'Vector tiles, drawn plainly' : 'Images'}, zoom {archive.minZoom} to{' '}
          {archive.maxZoom}.
        </p>
      ) : null}
    </>
  );
}

function ArchiveAddress({ fields, change, problemOf }: FieldsPart) {
  const { api } = useApp();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function read() {
    setBusy(true);
    setFailure(null);
    const found = await ask(() => api.mapSources.readArchive.mutate(fields.address));
    setBusy(false);
    if (found.ok) {
      const archive = found.value;
      change({ archive, attribution: fields.attribution || archive.attribution });
    } else setFailure(found.failure);
  }
  function pressKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void read();
  }

  return (
    <>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label="Address"
          style={{ flexGrow: 1 }}
          placeholder="https://example.org/world.pmtiles"
          inputMode="url"
          value={fields.address}
          error={problemOf('address')}
          onChange={(event) => change({ address: event.currentTarget.value, archive: null })}
          onKeyDown={pressKey}
        />
        <Button loading={busy} disabled={fields.address.trim() === ''} onClick={() => void read()}>
          Read archive
        </Button>
      </Group>
      {failure ? <FailureNote failure={failure} /> : null}
    </>
  );
}
