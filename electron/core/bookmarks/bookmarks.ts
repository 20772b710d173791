import type {
  Bookmark,
  BookmarkChange,
  BookmarkMove,
  BookmarkReturn,
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
  /** Takes one away and answers it with its place, so that it can be brought back. Fails with `not-found`. */
  remove(id: string): Promise<Result<BookmarkReturn>>;
  bringBack(back: BookmarkReturn): Promise<Result<void>>;
};
