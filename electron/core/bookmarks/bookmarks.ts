import type {
  Bookmark,
  BookmarkChange,
  BookmarkMove,
  BookmarkRestore,
  NewBookmark,
} from '../../../shared/bookmarks/bookmark.ts';
import type { Result } from '../../../shared/result.ts';

/** The bookmarks of the open workspace, in the analyst's order. Changes fail with `no-workspace`, `read-only`, `disk`. */
export type Bookmarks = {
  list(): Promise<Result<readonly Bookmark[]>>;
  /** Adds one at the end. */
  create(bookmark: NewBookmark): Promise<Result<Bookmark>>;
  /** Fails with `not-found`. */
  change(change: BookmarkChange): Promise<Result<Bookmark>>;
  move(move: BookmarkMove): Promise<Result<void>>;
  /** Deletes one and returns it with its index, so that it can be restored. Fails with `not-found`. */
  remove(id: string): Promise<Result<BookmarkRestore>>;
  restore(back: BookmarkRestore): Promise<Result<void>>;
};
