import { z } from 'zod';
import { type Result, succeed } from '../../../../shared/result.ts';
import { parseBoundedJson } from '../../base/bounded-json.ts';
import { createSerialQueue } from '../../base/serial-queue.ts';
import {
  type GetWorkspace,
  getOpenWorkspace,
  getWritableWorkspace,
  toWriteResult,
} from './get-open-workspace.ts';
import type { Workspace } from './workspace.ts';

/** A list in a setting of the open workspace, so that every copy of the file contains it and no table is needed. */
export type ListSetting<Item> = {
  list(): Promise<Result<readonly Item[]>>;
  /** Replaces the list; changes are serialized, and each applies to the result of the previous one. */
  change<T>(
    change: (items: readonly Item[]) => Result<{ next: readonly Item[]; result: T }>,
  ): Promise<Result<T>>;
};

/** The list under `key`. `onChanged` is called after each change that was saved. */
export function createListSetting<Item>(
  workspace: GetWorkspace,
  {
    key,
    schema,
    onChanged,
  }: { readonly key: string; readonly schema: z.ZodType<Item>; readonly onChanged: () => void },
): ListSetting<Item> {
  const queue = createSerialQueue();
  const read = async (opened: Workspace) => {
    const stored = z.array(z.unknown()).safeParse(parseBoundedJson((await opened.getSetting(key)) ?? ''));
    const parsed = (stored.data ?? []).map((value) => ({ value, item: schema.safeParse(value) }));
    return {
      items: parsed.flatMap(({ item }) => (item.success ? [item.data] : [])),
      // Of a newer version, or damaged: they stay in the file and hide no other.
      unreadable: parsed.flatMap(({ value, item }) => (item.success ? [] : [value])),
    };
  };
  return {
    async list() {
      const opened = getOpenWorkspace(workspace);
      return opened.ok ? succeed((await read(opened.value)).items) : opened;
    },
    change: (change) =>
      queue.run(async () => {
        const opened = getWritableWorkspace(workspace);
        if (!opened.ok) return opened;
        const { items, unreadable } = await read(opened.value);
        const done = change(items);
        if (!done.ok) return done;
        const { next, result } = done.value;
        const stored = await toWriteResult(
          opened.value.saveSetting(key, JSON.stringify([...next, ...unreadable])),
        );
        if (!stored.ok) return stored;
        onChanged();
        return succeed(result);
      }),
  };
}
