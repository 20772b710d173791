import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { reviewSchema } from '../../../shared/review/review.ts';
import { useApp } from '../../context/app-context.tsx';
import styles from './review.module.css';
import { texts } from './texts.ts';

/**
 * A text field for a detection's note: Ctrl+Enter saves, Escape cancels. Until the stored note is known it holds the
 * focus and accepts no text, which would replace that note unseen.
 */
export function NoteField({
  detectionId,
  note,
}: {
  readonly detectionId: number;
  /** Undefined until the stored one is known. */
  readonly note: string | undefined;
}) {
  const app = useApp();
  /** What was typed; null before anything was. */
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? note ?? '';
  const checked = reviewSchema.shape.note.safeParse(text.trim());
  const close = () => app.stores.review.getState().setNotedId(null);

  function save(): void {
    if (!checked.success) return;
    if (typed !== null && checked.data !== note) {
      void app.commands.runWith('review.set', { ids: [detectionId], change: { note: checked.data } });
    }
    close();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
  }

  return (
    <div className={styles.noteField}>
      <Textarea
        label={texts.note.field}
        aria-label={texts.note.label(detectionId)}
        autosize
        minRows={2}
        maxRows={8}
        autoFocus
        readOnly={note === undefined}
        placeholder={note === undefined ? texts.note.loading : ''}
        value={text}
        error={checked.success ? null : texts.note.tooLong}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.noteActions}>
        <Button
          size="compact-xs"
          variant="filled"
          rightSection={<kbd>{texts.note.saveKey}</kbd>}
          onClick={save}
        >
          {texts.note.save}
        </Button>
        <Button size="compact-xs" rightSection={<kbd>{texts.note.cancelKey}</kbd>} onClick={close}>
          {texts.note.cancel}
        </Button>
      </div>
    </div>
  );
}
