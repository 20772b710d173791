import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { reviewSchema } from '../../../shared/review/review.ts';
import { workspaceKey } from '../../../shared/session/session-state.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { recordDiscard } from '../../context/typed-forms.ts';
import { Note } from '../../ui/note.tsx';
import { notifyUntilClosed } from '../../ui/notify.tsx';
import { PrimaryButton } from '../../ui/primary-button.tsx';
import { copyText } from '../../ui/use-copy.ts';
import styles from './review.module.css';
import { texts } from './texts.ts';

/**
 * A text field for a detection's note: Ctrl+Enter saves, Escape discards, which can be undone. When it is left in any other way, as by a
 * click on another detection, the text is saved, too. Where it cannot be saved, it stays to be copied. Until the stored
 * note is known it holds the focus and accepts no text, which would replace that note unseen.
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
  /** Typed text, and the note that it replaces; null before anything was typed. */
  const [typed, setTyped] = useState<TypedNote | null>(() => {
    const { restoredNote } = app.stores.review.getState();
    return restoredNote?.detectionId === detectionId ? restoredNote : null;
  });
  const text = typed?.text ?? note ?? '';
  const checked = reviewSchema.shape.note.safeParse(text.trim());
  const isChangedMeanwhile = typed !== null && note !== undefined && note !== typed.former;
  const unsaved = useSaveWhenLeft(app, detectionId);
  unsaved.current = typed && { ...typed, stored: note };

  function change(next: TypedNote | null): void {
    setTyped(next);
    // The field may disappear before it is rendered again.
    if (next === null) unsaved.current = null;
    app.stores.review.getState().setNoteTyped(next !== null);
  }

  function close(): void {
    change(null);
    app.stores.review.getState().setNotedId(null);
  }

  function discard(): void {
    const discarded = typed;
    close();
    if (discarded && discarded.text.trim() !== (note ?? discarded.former))
      recordDiscard(app, texts.note.what(detectionId), {
        restore: () => app.commands.runWith('review.restore-note', { detectionId, ...discarded }),
        discard: () => app.stores.review.getState().setNotedId(null),
      });
  }

  function save(): void {
    if (!checked.success) return;
    if (typed !== null && checked.data !== note) saveNote(app, detectionId, checked.data);
    close();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      discard();
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
        onChange={({ currentTarget: { value } }) =>
          change({ text: value, former: typed?.former ?? note ?? '' })
        }
        onKeyDown={onKeyDown}
      />
      {isChangedMeanwhile ? <Note>{texts.note.changedMeanwhile(note)}</Note> : null}
      <div className={styles.noteActions}>
        <PrimaryButton size="compact-xs" rightSection={<kbd>{texts.note.saveKey}</kbd>} onClick={save}>
          {texts.note.save}
        </PrimaryButton>
        <Button size="compact-xs" rightSection={<kbd>{texts.note.cancelKey}</kbd>} onClick={discard}>
          {texts.note.cancel}
        </Button>
      </div>
    </div>
  );
}

type TypedNote = { readonly text: string; readonly former: string };

function saveNote(app: App, detectionId: number, note: string, message?: string): void {
  void app.commands.runWith('review.set', { ids: [detectionId], change: { note }, message });
}

/** Keeps a note that cannot be saved in a notification, until it is copied or the notification is closed. */
function offerToCopy(detectionId: number, text: string, reason: string): void {
  notifyUntilClosed(texts.note.notSaved(detectionId), `${reason} ${texts.note.isKept}`, {
    label: texts.note.copy,
    async run() {
      if (!(await copyText(text))) offerToCopy(detectionId, text, texts.note.notCopied);
    },
  });
}

/**
 * Sets what was typed when the field disappears, unless it was saved or cancelled before, with a notification. Returns where
 * the field keeps what was typed, with the note that is stored now.
 */
function useSaveWhenLeft(
  app: App,
  detectionId: number,
): { current: (TypedNote & { readonly stored: string | undefined }) | null } {
  const unsaved = useRef<(TypedNote & { readonly stored: string | undefined }) | null>(null);
  useEffect(() => {
    const { session, review } = app.stores;
    const workspace = workspaceKey(session.getState().session);
    return () => {
      if (unsaved.current === null) return;
      const { text, former, stored } = unsaved.current;
      review.getState().setNoteTyped(false);
      if (review.getState().notedId === detectionId) review.getState().setNotedId(null);
      const checked = reviewSchema.shape.note.safeParse(text.trim());
      if (!checked.success || workspaceKey(session.getState().session) !== workspace) {
        const reason = checked.success ? texts.note.otherWorkspace : texts.note.tooLong;
        offerToCopy(detectionId, text, reason);
        return;
      }
      if (checked.data === stored) return;
      const isReplaced = stored !== undefined && stored !== former;
      saveNote(app, detectionId, checked.data, texts.note.setWhenLeft(detectionId, isReplaced));
    };
  }, [app, detectionId]);
  return unsaved;
}
