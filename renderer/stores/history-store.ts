import { createStore } from 'zustand/vanilla';
import type { Failure } from '../../shared/result.ts';

/** Whether an edit was undone or redone; if not, nothing was changed. */
export type EditResult = { readonly ok: true } | { readonly ok: false; readonly failure: Failure };

/** An act that changed what the workspace retains, and how it is undone and redone. */
export type Edit = {
  /** The act, as a phrase without a full stop: `deleting “Area 3”`. */
  readonly name: string;
  /** The edited subject, for `forgetSubject`: `draft 1f…`. */
  readonly subject?: string;
  /** The detection whose review was changed; absent where it was none, or several. */
  readonly reviewedId?: number;
  /** Sets back what the edit changed, or fails and changes nothing when that has been changed since. */
  undo(): Promise<EditResult>;
  redo(): Promise<EditResult>;
};

/** The edits that were made in this page in the open workspace, in the order in which they were made. */
export type HistoryStore = {
  /** Edits that can be undone, the latest last. */
  readonly done: readonly Edit[];
  /** Edits that can be redone, the last undone last. */
  readonly undone: readonly Edit[];
  /** Adds an edit. What was undone before can no longer be redone. */
  record(edit: Edit): void;
  /** Adds edits of an earlier run before all others. */
  recordEarlier(edits: readonly Edit[]): void;
  /** Moves an edit that was undone; it can be redone unless `isStale`, because others were made in the meantime. */
  markUndone(edit: Edit, isStale: boolean): void;
  /** Moves an edit that was redone. */
  markRedone(edit: Edit): void;
  /** Removes an edit that can be neither undone nor redone. */
  forget(edit: Edit): void;
  forgetSubject(subject: string): void;
  clear(): void;
};

/** More than an analyst makes in a day; an edit is a few closures. */
const maxEdits = 10_000;

/** An empty history. */
export function createHistoryStore() {
  return createStore<HistoryStore>()((set) => ({
    done: [],
    undone: [],
    record: (edit) => set(({ done }) => ({ done: [...done, edit].slice(-maxEdits), undone: [] })),
    recordEarlier: (edits) => set(({ done }) => ({ done: [...edits, ...done].slice(-maxEdits) })),
    markUndone: (edit, isStale) =>
      set(({ done, undone }) =>
        done.includes(edit)
          ? { done: without(done, edit), undone: isStale ? undone : [...undone, edit] }
          : {},
      ),
    markRedone: (edit) =>
      set(({ done, undone }) =>
        undone.includes(edit) ? { done: [...done, edit], undone: without(undone, edit) } : {},
      ),
    forget: (edit) =>
      set(({ done, undone }) => ({ done: without(done, edit), undone: without(undone, edit) })),
    forgetSubject: (subject) =>
      set(({ done, undone }) => ({
        done: done.filter((edit) => edit.subject !== subject),
        undone: undone.filter((edit) => edit.subject !== subject),
      })),
    clear: () => set({ done: [], undone: [] }),
  }));
}

function without(edits: readonly Edit[], edit: Edit): readonly Edit[] {
  return edits.filter((other) => other !== edit);
}
