import type {
  Bookmark,
  BookmarkChange,
  BookmarkMove,
  BookmarkRestore,
  BookmarkRevert,
  ChangedBookmark,
  NewBookmark,
} from '../../../shared/bookmarks/bookmark.ts';
import type { Result } from '../../../shared/result.ts';

/** The bookmarks of the open workspace, in the analyst's order. Changes fail with `no-workspace`, `read-only`, `disk`. */
export type Bookmarks = {
  list(): Promise<Result<readonly Bookmark[]>>;
  /** Adds one at the end. */
  create(bookmark: NewBookmark): Promise<Result<Bookmark>>;
  /** Fails with `not-found`. */
  change(change: BookmarkChange): Promise<Result<ChangedBookmark>>;
  /** Fails with `conflict` when it is not at the index `from`. */
  move(move: BookmarkMove): Promise<Result<void>>;
  /** Deletes one and returns it with its index, so that it can be restored. Fails with `not-found`. */
  remove(id: string): Promise<Result<BookmarkRestore>>;
  restore(back: BookmarkRestore): Promise<Result<void>>;
  /**
   * Sets it back to a former state, or deletes it, and returns its index. Fails with `not-found`, or with `conflict` when
   * it has been changed.
   */
  revert(revert: BookmarkRevert): Promise<Result<number>>;
};
