import { Button, FileButton, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Failure, failBecause } from '../../../shared/result.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { FailureNote } from '../../ui/failure-note.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { importText } from './draft-commands.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** Larger than any draft; larger files are not read into memory. */
const maxBytes = 60_000_000;

/** Imports a draft, a template or the JSON of a request from a file or pasted text. */
export function ImportDraft({ onDone }: { onDone(): void }) {
  const app = useApp();
  const [text, setText] = useState('');
  const { submit, isBusy, failure } = useSubmit(async (content: string | File) => {
    const problem = await (typeof content === 'string' ? importText(app, content) : importFile(app, content));
    if (!problem) onDone();
    return problem;
  });
  return (
    <fieldset className={styles.part} aria-label={texts.importing.title}>
      <Textarea
        label={texts.importing.label}
        minRows={3}
        maxRows={8}
        autosize
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.bar}>
        <Button
          variant="filled"
          loading={isBusy}
          disabled={text.trim() === ''}
          onClick={() => submit(undefined, text)}
        >
          {texts.importing.text}
        </Button>
        <FileButton accept=".json,application/json" onChange={(file) => file && submit(undefined, file)}>
          {(props) => (
            <Button {...props} disabled={isBusy}>
              {texts.importing.chooseFile}
            </Button>
          )}
        </FileButton>
        <TextButton onClick={onDone}>{texts.importing.cancel}</TextButton>
      </div>
      {failure && <FailureNote title={texts.importing.nothing} failure={failure} />}
    </fieldset>
  );
}

async function importFile(app: App, file: File): Promise<Failure | null> {
  if (file.size > maxBytes) {
    return { code: 'too-large', message: texts.importing.tooLarge(file.name) };
  }
  let text: string;
  try {
    text = await file.text();
  } catch (error) {
    // The file may be gone or forbidden by the time it is read.
    return failBecause('disk', texts.importing.notRead(file.name), error).failure;
  }
  return importText(app, text);
}
