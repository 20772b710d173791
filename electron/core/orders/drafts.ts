import type { DraftToSave, StoredDraft } from '../../../shared/orders/draft/stored-draft.ts';
import type { Result } from '../../../shared/result.ts';

/** Order drafts and templates, stored in the workspace. */
export type Drafts = {
  /** The last changed first. Fails with `no-workspace`. */
  list(): Promise<Result<readonly StoredDraft[]>>;
  /** Adds or replaces. Fails with `no-workspace`, `read-only` or `disk`. */
  save(draft: DraftToSave): Promise<Result<StoredDraft>>;
  /** Deletes it; it can be restored. */
  remove(id: string): Promise<Result<undefined>>;
  restore(id: string): Promise<Result<StoredDraft>>;
  /**
   * Writes it atomically as JSON. References to areas are replaced by their shapes, so that the file is valid in any
   * workspace. Fails with `not-found` or `disk`.
   */
  writeTo(id: string, path: string): Promise<Result<undefined>>;
};
