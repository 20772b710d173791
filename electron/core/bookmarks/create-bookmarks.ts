import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Bookmark,
  type BookmarkChange,
  type BookmarkMove,
  type BookmarkRestore,
  type BookmarkRevert,
  bookmarkSchema,
  type ChangedBookmark,
  moveBookmark,
  type NewBookmark,
} from '../../../shared/bookmarks/bookmark.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../base/events.ts';
import type { GetWorkspace } from '../workspace/open/get-open-workspace.ts';
import { createListSetting } from '../workspace/open/list-setting.ts';
import { bookmarksKey } from '../workspace/read/settings.ts';

/**
 * The bookmarks of the open workspace, in the analyst's order: a list in one of its settings. Changes fail with
 * `no-workspace`, `read-only`, `disk`.
 */
export function createBookmarks(workspace: GetWorkspace, events: Events) {
  const { list, change: applyChange } = createListSetting(workspace, {
    key: bookmarksKey,
    schema: bookmarkSchema,
    onChanged: () => events.publish({ type: 'changed', topic: 'bookmarks' }),
  });

  return {
    list,
    /** Adds one at the end. */
    create: (draft: NewBookmark): Promise<Result<Bookmark>> =>
      applyChange((bookmarks) => {
        const result = { ...draft, id: randomUUID(), createdAt: nowUtc() };
        return succeed({ next: [...bookmarks, result], result });
      }),
    /** Fails with `not-found`. */
    change: ({ id, name, view, filter }: BookmarkChange): Promise<Result<ChangedBookmark>> =>
      applyChange((bookmarks) => {
        const before = bookmarks.find((bookmark) => bookmark.id === id);
        if (!before) return missing(id);
        const after: Bookmark = {
          ...before,
          ...(name === undefined ? {} : { name }),
          ...(view === undefined ? {} : { view }),
          ...(filter === undefined ? {} : { filter }),
        };
        return succeed({
          next: bookmarks.map((bookmark) => (bookmark === before ? after : bookmark)),
          result: { before, after },
        });
      }),
    /** Fails with `conflict` when it is not at the index `from`. */
    move: (move: BookmarkMove): Promise<Result<void>> =>
      applyChange((bookmarks) =>
        bookmarks[move.from]?.id === move.id
          ? succeed({ next: moveBookmark(bookmarks, move), result: undefined })
          : fail('conflict', 'The list of bookmarks has been changed since.'),
      ),
    /** Deletes one and returns it with its index, so that it can be restored. Fails with `not-found`. */
    remove: (id: string): Promise<Result<BookmarkRestore>> =>
      applyChange((bookmarks) => {
        const at = bookmarks.findIndex((bookmark) => bookmark.id === id);
        const bookmark = bookmarks[at];
        return bookmark
          ? succeed({ next: bookmarks.toSpliced(at, 1), result: { bookmark, index: at } })
          : missing(id);
      }),
    restore: ({ bookmark, index: at }: BookmarkRestore): Promise<Result<void>> =>
      applyChange((bookmarks) => {
        const isThere = bookmarks.some(({ id }) => id === bookmark.id);
        return succeed({
          next: isThere ? bookmarks : bookmarks.toSpliced(at, 0, bookmark),
          result: undefined,
        });
      }),
    /**
     * Sets it back to a former state, or deletes it, and returns its index. Fails with `not-found`, or with `conflict` when
     * it has been changed.
     */
    revert: ({ expected, to }: BookmarkRevert): Promise<Result<number>> =>
      applyChange((bookmarks) => {
        const at = bookmarks.findIndex(({ id }) => id === expected.id);
        if (at === -1) return missing(expected.id);
        if (!isDeepStrictEqual(bookmarks[at], expected))
          return fail('conflict', 'It has been changed since.');
        return succeed({ next: bookmarks.toSpliced(at, 1, ...(to ? [to] : [])), result: at });
      }),
  };
}

function missing(id: string): Result<never> {
  return fail('not-found', `There is no bookmark ${id} in this workspace. It may have been deleted.`);
}
