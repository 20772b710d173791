import type { DraftToKeep, StoredDraft } from '../../../shared/orders/stored-draft.ts';
import type { Result } from '../../../shared/result.ts';

/** Orders that are being written, and templates to begin others with; kept in the workspace. */
export type Drafts = {
  /** The last changed first. Fails with `no-workspace`. */
  list(): Promise<Result<readonly StoredDraft[]>>;
  /** Adds or replaces. Fails with `no-workspace`, `read-only` or `disk`. */
  put(draft: DraftToKeep): Promise<Result<StoredDraft>>;
  /** Takes it away until it is restored. */
  remove(id: string): Promise<Result<undefined>>;
  restore(id: string): Promise<Result<StoredDraft>>;
  /**
   * Writes it as JSON, whole or not at all. Areas of the workspace are written out, so that the file says the same in
   * another workspace. Fails with `not-found` or `disk`.
   */
  writeTo(id: string, path: string): Promise<Result<undefined>>;
};
