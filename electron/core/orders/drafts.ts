import type {
  DraftList,
  DraftRevert,
  DraftSave,
  StoredDraft,
} from '../../../shared/orders/draft/stored-draft.ts';
import type { Result } from '../../../shared/result.ts';
import type { StoredChange } from '../../../shared/stored-revert.ts';

/** Order drafts and templates, stored in the workspace. */
export type Drafts = {
  /** Fails with `no-workspace`. */
  list(): Promise<Result<DraftList>>;
  /** Adds or replaces. Fails with `no-workspace`, `read-only`, `disk`, or with `conflict` when it is not as expected. */
  save(draft: DraftSave): Promise<Result<StoredChange<StoredDraft>>>;
  /** Deletes it and returns it; it can be restored. */
  remove(id: string): Promise<Result<StoredDraft>>;
  restore(id: string): Promise<Result<StoredDraft>>;
  /** Sets it back to a former state, or deletes it. Fails with `not-found`, or with `conflict` when it has been changed. */
  revert(revert: DraftRevert): Promise<Result<undefined>>;
  /**
   * Writes it atomically as JSON. References to areas are replaced by their shapes, so that the file is valid in any
   * workspace. Fails with `not-found` or `disk`.
   */
  writeTo(id: string, path: string): Promise<Result<undefined>>;
};
