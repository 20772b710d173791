import { Button, Group } from '@mantine/core';
import { formatBytes } from '../../../../shared/format.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useFileChoice } from '../../../context/use-file-choice.ts';
import { FailureNote } from '../../../ui/failure-note.tsx';
import { UploadState } from '../../../ui/upload-state.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { texts } from '../texts.ts';
import type { SourceFieldsProps } from './source-fields.ts';
import styles from './sources.module.css';

const fileExtensions = { pmtiles: '.pmtiles', geotiff: '.tif,.tiff,.gtiff,.cog' };

/** A button that chooses a file, and the name of the chosen file. */
export function FileField({
  kind,
  fields,
  change,
  problems,
  onCopying,
}: SourceFieldsProps & { readonly kind: 'pmtiles' | 'geotiff' }) {
  const app = useApp();
  const fileChoice = useFileChoice();
  const { submit, isBusy, failure } = useSubmit(async () => {
    onCopying(true);
    const chosen = await fileChoice.choose(fileExtensions[kind], (uploadId, signal) =>
      app.api.mapSources.chooseFile.mutate({ kind, uploadId }, { signal }),
    );
    onCopying(false);
    if (!chosen.ok) return chosen.failure;
    if (!chosen.value) return null;
    const { archive, ...file } = chosen.value;
    change({
      file,
      ...(archive ? { archive, attribution: fields.attribution || archive.attribution } : {}),
    });
    return null;
  });

  const { file } = fields;
  const problem = problems.file ?? problems.fileName;
  return (
    <div>
      <Group gap="xs" wrap="nowrap">
        <Button data-autofocus loading={isBusy} onClick={() => submit()}>
          {file ? texts.file.chooseAnother : texts.file.choose[kind]}
        </Button>
        <span className={styles.fileName}>{file?.fileName ?? texts.file.none}</span>
      </Group>
      {fileChoice.sending ? <UploadState progress={fileChoice.sending} onCancel={fileChoice.cancel} /> : null}
      {file?.bytes == null ? null : (
        <p className={styles.facts}>
          {formatBytes(file.bytes)}. {file.isCopied ? texts.file.isCopied : texts.file.isReadInPlace}
        </p>
      )}
      {problem === undefined ? null : <p className={styles.problem}>{problem}</p>}
      {failure ? <FailureNote failure={failure} title={texts.file.unusable} /> : null}
    </div>
  );
}
