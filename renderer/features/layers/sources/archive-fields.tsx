import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useApp } from '../../../context/app-context.tsx';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';
import { FileField } from './file-field.tsx';
import type { SourceFieldsProps } from './source-fields.ts';
import styles from './sources.module.css';

/** A PMTiles archive: its file or address, and its content once it has been read. */
export function ArchiveFields(props: SourceFieldsProps) {
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
