import type { Bookmark, BookmarkRestore, ChangedBookmark } from '../../../../shared/bookmarks/bookmark.ts';
import { succeed } from '../../../../shared/result.ts';
import type { App } from '../../../context/app-context.tsx';
import { recordEdit } from '../../../context/edit-history.ts';
import { texts } from '../texts.ts';

type BookmarkContext = Pick<App, 'api' | 'stores'>;

/** Records that a bookmark was added. */
export function recordBookmarkAdded(app: BookmarkContext, bookmark: Bookmark): void {
  const { name } = bookmark;
  const { remove, restore } = removeAndRestore(app, { bookmark, index: 0 });
  recordEdit(app, { name: texts.edits.adding(name), undo: remove, redo: restore });
}

/** Records that a bookmark was deleted. */
export function recordBookmarkRemoved(app: BookmarkContext, removed: BookmarkRestore): void {
  const { name } = removed.bookmark;
  const { remove, restore } = removeAndRestore(app, removed);
  recordEdit(
    app,
    { name: texts.edits.deleting(name), undo: restore, redo: remove },
    texts.edits.deleted(name),
  );
}

/** Records that a bookmark was renamed or updated to another view. */
export function recordBookmarkChange(
  { api, stores }: BookmarkContext,
  { before, after }: ChangedBookmark,
  { name, message }: { readonly name: string; readonly message?: string },
): void {
  const edit = {
    name,
    undo: () => api.bookmarks.revert.mutate({ expected: after, to: before }),
    redo: () => api.bookmarks.revert.mutate({ expected: before, to: after }),
  };
  recordEdit({ stores }, edit, message);
}

/** Records that a bookmark was moved from one index of the list to another. */
export function recordBookmarkMove(
  { api, stores }: BookmarkContext,
  { id, name }: Bookmark,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  recordEdit(
    { stores },
    {
      name: texts.edits.moving(name),
      undo: () => api.bookmarks.move.mutate({ id, from: to, to: from }),
      redo: () => api.bookmarks.move.mutate({ id, from, to }),
    },
  );
}

/** Deletes a bookmark unless it has been changed, and restores it where it was when it was deleted last. */
function removeAndRestore({ api }: BookmarkContext, { bookmark, index }: BookmarkRestore) {
  let at = index;
  return {
    async remove() {
      const removed = await api.bookmarks.revert.mutate({ expected: bookmark, to: null });
      if (!removed.ok) return removed;
      at = removed.value;
      return succeed(null);
    },
    restore: () => api.bookmarks.restore.mutate({ bookmark, index: at }),
  };
}
