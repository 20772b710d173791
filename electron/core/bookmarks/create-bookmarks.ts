import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Bookmark, bookmarkSchema, moveBookmark } from '../../../shared/bookmarks/bookmark.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { nowUtc } from '../../../shared/time.ts';
import type { Events } from '../events.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace, written } from '../in-workspace.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Bookmarks } from './bookmarks.ts';

/** Where the workspace keeps them, as a JSON list in their order. */
const bookmarksKey = 'bookmarks';

/**
 * The bookmarks of the open workspace: a list among its settings, so that they are in every copy of the file and need
 * no table. Changes are carried out one after the other, each on what the one before has left.
 */
export function createBookmarks(workspace: OpenWorkspace, events: Events): Bookmarks {
  let last: Promise<unknown> = Promise.resolve();
  const changed = <T>(
    change: (bookmarks: readonly Bookmark[]) => Result<{ next: readonly Bookmark[]; answer: T }>,
  ): Promise<Result<T>> => {
    const apply = async (): Promise<Result<T>> => {
      const opened = writableWorkspace(workspace);
      if (!opened.ok) return opened;
      const done = change(await read(opened.value));
      if (!done.ok) return done;
      const { next, answer } = done.value;
      const stored = await written(opened.value.putSetting(bookmarksKey, JSON.stringify(next)));
      if (!stored.ok) return stored;
      events.publish({ type: 'changed', what: 'bookmarks' });
      return succeed(answer);
    };
    const done = last.then(apply, apply);
    last = done;
    return done;
  };

  return {
    async list() {
      const opened = openedWorkspace(workspace);
      return opened.ok ? succeed(await read(opened.value)) : opened;
    },
    create: (draft) =>
      changed((bookmarks) => {
        const answer = { ...draft, id: randomUUID(), createdAt: nowUtc() };
        return succeed({ next: [...bookmarks, answer], answer });
      }),
    change: ({ id, name, view, filter }) =>
      changed((bookmarks) => {
        const before = bookmarks.find((bookmark) => bookmark.id === id);
        if (!before) return missing(id);
        const answer: Bookmark = {
          ...before,
          ...(name === undefined ? {} : { name }),
          ...(view === undefined ? {} : { view }),
          ...(filter === undefined ? {} : { filter }),
        };
        return succeed({
          next: bookmarks.map((bookmark) => (bookmark === before ? answer : bookmark)),
          answer,
        });
      }),
    move: (move) =>
      changed((bookmarks) => succeed({ next: moveBookmark(bookmarks, move), answer: undefined })),
    remove: (id) =>
      changed((bookmarks) => {
        const at = bookmarks.findIndex((bookmark) => bookmark.id === id);
        const bookmark = bookmarks[at];
        return bookmark
          ? succeed({ next: bookmarks.toSpliced(at, 1), answer: { bookmark, at } })
          : missing(id);
      }),
    bringBack: ({ bookmark, at }) =>
      changed((bookmarks) => {
        const isThere = bookmarks.some(({ id }) => id === bookmark.id);
        return succeed({
          next: isThere ? bookmarks : bookmarks.toSpliced(at, 0, bookmark),
          answer: undefined,
        });
      }),
  };
}

async function read(workspace: Workspace): Promise<readonly Bookmark[]> {
  const text = await workspace.getSetting(bookmarksKey);
  return text === undefined ? [] : z.array(bookmarkSchema).parse(JSON.parse(text));
}

function missing(id: string): Result<never> {
  return fail('not-found', `There is no bookmark ${id} in this workspace. It may have been deleted.`);
}
