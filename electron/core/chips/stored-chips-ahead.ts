import { z } from 'zod';
import { chipScopeSchema } from '../../../shared/chips/chips-ahead.ts';
import { jobSchema } from '../../../shared/jobs/job.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { StoredChipsAhead } from './run-chips-ahead.ts';

const listKey = 'chips-ahead';
/** Apart from the rest, because it may be long and does not change. */
const scopeKey = (id: string) => `chips-ahead ${id}`;

const listSchema = z.array(z.object({ job: jobSchema, upTo: z.int().nonnegative() }));

/** The work on chips ahead that a workspace keeps among its settings. Nothing is kept in a workspace that is read-only. */
export type KeptChipsAhead = {
  load(): Promise<readonly StoredChipsAhead[]>;
  /** Keeps the work in place of what was kept of it. */
  put(stored: StoredChipsAhead): Promise<void>;
  remove(id: string): Promise<void>;
};

/** What the workspace keeps; one of these may write at a time. */
export function keepChipsAhead(workspace: Workspace): KeptChipsAhead {
  let list: z.infer<typeof listSchema> = [];
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => {});
    return workspace.readOnly === undefined ? done : Promise.resolve();
  };
  const write = () => workspace.putSetting(listKey, JSON.stringify(list));
  return {
    async load() {
      list = listSchema.parse(JSON.parse((await workspace.getSetting(listKey)) ?? '[]'));
      const scopes = await Promise.all(list.map(({ job }) => workspace.getSetting(scopeKey(job.id))));
      return list.flatMap((kept, index) => {
        const scope = scopes[index];
        return scope ? [{ ...kept, scope: chipScopeSchema.parse(JSON.parse(scope)) }] : [];
      });
    },
    put: ({ job, scope, upTo }) =>
      inTurn(async () => {
        const isKnown = list.some((kept) => kept.job.id === job.id);
        if (!isKnown) await workspace.putSetting(scopeKey(job.id), JSON.stringify(scope));
        list = isKnown
          ? list.map((kept) => (kept.job.id === job.id ? { job, upTo } : kept))
          : [...list, { job, upTo }];
        await write();
      }),
    remove: (id) =>
      inTurn(async () => {
        list = list.filter(({ job }) => job.id !== id);
        await write();
        await workspace.putSetting(scopeKey(id), '');
      }),
  };
}
