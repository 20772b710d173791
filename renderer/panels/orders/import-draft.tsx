import { Button, FileButton, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '../../../shared/result.ts';
import { useApp } from '../../app/app-context.tsx';
import { importText } from '../../commands/draft-commands.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import styles from './orders.module.css';

/** More than any draft has; a file is not read into memory to find that out. */
const maxBytes = 60_000_000;

/** Takes a draft, a template or the JSON of a request from a file or as pasted text. */
export function ImportDraft({ onDone }: { onDone(): void }) {
  const app = useApp();
  const [text, setText] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const take = async (content: string) => {
    const problem = await importText(app, content);
    setFailure(problem);
    if (!problem) onDone();
  };
  const takeFile = async (file: File | null) => {
    if (!file) return;
    if (file.size > maxBytes) {
      setFailure({ code: 'too-large', message: `“${file.name}” is too large for an order draft.` });
      return;
    }
    try {
      await take(await file.text());
    } catch (error) {
      // The file may be gone or forbidden by the time it is read.
      setFailure({ code: 'disk', message: `“${file.name}” cannot be read: ${String(error)}` });
    }
  };
  return (
    <fieldset className={styles.part} aria-label="Import a draft">
      <Textarea
        label="JSON of a draft, a template or an order request"
        minRows={3}
        maxRows={8}
        autosize
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.bar}>
        <Button variant="filled" disabled={text.trim() === ''} onClick={() => void take(text)}>
          Import the text
        </Button>
        <FileButton accept=".json,application/json" onChange={(file) => void takeFile(file)}>
          {(props) => <Button {...props}>Choose a file…</Button>}
        </FileButton>
        <TextButton onClick={onDone}>Cancel</TextButton>
      </div>
      {failure && <FailureNote title="Nothing was imported." failure={failure} />}
    </fieldset>
  );
}
