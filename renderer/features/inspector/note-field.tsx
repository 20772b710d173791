import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { reviewSchema } from '../../../shared/review/review.ts';
import { useApp } from '../../app/app-context.tsx';
import { sayOf } from '../../commands/review-work.ts';
import styles from './review.module.css';

/** A detection's note being written: Ctrl+Enter keeps it, Escape leaves it as it was. */
export function NoteField({ detectionId, note }: { readonly detectionId: number; readonly note: string }) {
  const app = useApp();
  const [text, setText] = useState(note);
  const checked = reviewSchema.shape.note.safeParse(text.trim());
  const close = () => app.stores.review.setState({ noting: null });

  function keep(): void {
    if (!checked.success) return;
    if (checked.data !== note) void sayOf(app, [detectionId], { note: checked.data });
    close();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      keep();
    }
  }

  return (
    <div className={styles.noteField}>
      <Textarea
        aria-label={`Note on detection ${detectionId}`}
        autosize
        minRows={2}
        maxRows={8}
        autoFocus
        value={text}
        error={checked.success ? null : 'A note has at most 10,000 characters. Shorten it.'}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.noteActions}>
        <Button size="compact-xs" variant="filled" rightSection={<kbd>Ctrl Enter</kbd>} onClick={keep}>
          Keep
        </Button>
        <Button size="compact-xs" rightSection={<kbd>Esc</kbd>} onClick={close}>
          Leave
        </Button>
      </div>
    </div>
  );
}
