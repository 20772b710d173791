import type { z } from 'zod';
import { type Result, succeed } from '../../../../shared/result.ts';
import { createSerialQueue } from '../../base/serial-queue.ts';
import { parseList } from '../read/stored-list.ts';
import { changeWorkspace, type GetWorkspace, readWorkspace } from './get-open-workspace.ts';
import type { Workspace } from './workspace.ts';

/**
 * A list in the setting `key` of the open workspace, so that every copy of the file contains it and no table is needed.
 * `onChanged` is called after each change that was saved.
 */
export function createListSetting<Item>(
  workspace: GetWorkspace,
  {
    key,
    schema,
    onChanged,
  }: { readonly key: string; readonly schema: z.ZodType<Item>; readonly onChanged: () => void },
) {
  const queue = createSerialQueue();
  const read = async (opened: Workspace) => parseList(await opened.getSetting(key), schema);
  return {
    list: (): Promise<Result<readonly Item[]>> =>
      readWorkspace(workspace, async (opened) => succeed((await read(opened)).items)),
    /** Replaces the list; changes are serialized, and each applies to the result of the previous one. */
    change: <T>(
      change: (items: readonly Item[]) => Result<{ next: readonly Item[]; result: T }>,
    ): Promise<Result<T>> =>
      queue.run(() =>
        changeWorkspace(workspace, async (opened) => {
          // Items of a newer version, or damaged ones, stay in the file.
          const { items, unreadable } = await read(opened);
          const done = change(items);
          if (!done.ok) return done;
          const { next, result } = done.value;
          await opened.saveSetting(key, JSON.stringify([...next, ...unreadable]));
          onChanged();
          return succeed(result);
        }),
      ),
  };
}
