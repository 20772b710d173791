import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createEvents } from '../../electron/core/base/events.ts';
import { createWatch, type ShareEvents, type Watch } from '../../electron/core/watch/create-watch.ts';
import { openWorkspace } from '../../electron/core/workspace/open/open-workspace.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import { rebuildWorkspace } from '../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import type { Job } from '../../shared/jobs/job.ts';
import type { Result } from '../../shared/result.ts';
import { savedSearchInputSchema } from '../../shared/searches/saved-search.ts';
import type { WatchNotification } from '../../shared/watch/plan-notifications.ts';
import type { InboxEvent } from '../../shared/watch/watch-event.ts';
import { type WatchRuleInput, watchRuleInputSchema } from '../../shared/watch/watch-rule.ts';
import { buildUuid } from './record-builder.ts';
import { buildToolRun } from './tool-run.ts';
import { buildFetch, buildFetchedPage, makeTempFolder, workspaceWorkerUrl } from './workspace-builder.ts';

export function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.failure.code}: ${result.failure.message}`);
  return result.value;
}

type ChangedTopic = 'ais' | 'areas' | 'layers' | 'searches';

/** A workspace with a saved search, whose watch has a clock of its own and can be restarted. */
export type WatchWorld = {
  readonly searchId: string;
  /** Epoch milliseconds. */
  now: number;
  readonly workspace: Workspace;
  readonly watch: Watch;
  /** Notifications shown, by run. */
  readonly notifications: (readonly WatchNotification[])[];
  readonly problems: unknown[];
  /**
   * Makes a run of the saved search that brings records, and waits until the rules have evaluated it. `change` is published
   * at the same moment.
   */
  fetch(records: readonly unknown[], state?: Job['state'], change?: ChangedTopic): Promise<string>;
  /** Publishes a change outside of fetches, as of what AIS files let infer, and waits until the rules have evaluated it. */
  changed(topic: ChangedTopic): Promise<void>;
  saveRule(settings?: Partial<WatchRuleInput>): Promise<string>;
  /** Ends the watch and opens the file again; `change` may wrap the workspace. */
  restart(change?: (workspace: Workspace) => Workspace): Promise<void>;
  /** Ends the watch, and opens the file again once the work on it is done. */
  whileClosed(work: (file: string) => Promise<void>): Promise<void>;
  /** Ends the watch, rebuilds the file from its raw records, and opens that. */
  rebuild(): Promise<void>;
  events(view?: 'open' | 'unread' | 'snoozed' | 'silenced'): Promise<readonly InboxEvent[]>;
};

/** A world whose clock is at `startedAt` (UTC). */
export async function createWatchWorld(
  startedAt: string,
  /** Called before rules about AIS are evaluated. */
  updateAis: (workspace: Workspace) => Promise<unknown> = async () => undefined,
  /** Divides what is due between the apps of a team; without it the app is alone. */
  shareEvents?: ShareEvents,
): Promise<WatchWorld> {
  let file = path.join(await makeTempFolder(), 'test.gpkg');
  const searchId = buildUuid();
  let present: {
    readonly workspace: Workspace;
    readonly watch: Watch;
    readonly publish: (job: Job) => void;
    readonly publishChange: (topic: ChangedTopic) => void;
  };
  const world: WatchWorld = {
    searchId,
    now: Date.parse(startedAt),
    notifications: [],
    problems: [],
    get workspace() {
      return present.workspace;
    },
    get watch() {
      return present.watch;
    },
    async fetch(records, state = 'complete', change = undefined) {
      const begun = buildFetch({ id: buildUuid() }, { searchId });
      const at = new Date(world.now).toISOString();
      const job = { ...begun.job, startedAt: at, updatedAt: at };
      const run = { searchId, revision: 1, kind: 'new' } as const;
      const stored = { ...begun, job, frozenAt: at, run };
      await world.workspace.saveFetch(stored);
      const page = buildFetchedPage(stored, records, { fetchedAt: at });
      const outcome = await world.workspace.ingestPage(page);
      if (!outcome.ok) throw new Error(outcome.message);
      const ended = { ...job, state, updatedAt: new Date(world.now + 1).toISOString() };
      await world.workspace.saveFetch({ ...stored, job: ended });
      if (change) present.publishChange(change);
      present.publish(ended);
      await world.watch.settled();
      return job.id;
    },
    async changed(topic) {
      present.publishChange(topic);
      await world.watch.settled();
    },
    async saveRule(settings = {}) {
      const rule = watchRuleInputSchema.parse({
        id: buildUuid(),
        name: 'Rule',
        searchId,
        areaId: null,
        condition: { kind: 'any' },
        ...settings,
      });
      return valued(await world.watch.save(rule)).after.id;
    },
    async restart(change = (workspace) => workspace) {
      await present.watch.close();
      await present.workspace.close();
      present = await start(change);
      await world.watch.settled();
    },
    async whileClosed(work) {
      await present.watch.close();
      await present.workspace.close();
      await work(file);
      present = await start((workspace) => workspace);
      await world.watch.settled();
    },
    rebuild: () =>
      world.whileClosed(async (from) => {
        file = `${from}.rebuilt`;
        rebuildWorkspace({ from: [from], to: file }, buildToolRun());
      }),
    async events(view = 'open') {
      return valued(await world.watch.inbox({ view, offset: 0, limit: 200 })).events;
    },
  };
  const start = async (change: (workspace: Workspace) => Workspace) => {
    const workspace = change(await openWorkspace({ path: file, workerUrl: workspaceWorkerUrl }));
    const events = createEvents();
    events.listen(({ event }) => {
      if (event.type === 'watch-notifications') world.notifications.push(event.notifications);
    });
    const watch = createWatch({
      jobs: { get: () => undefined },
      workspace: () => workspace,
      events,
      onProblem: (error) => world.problems.push(error),
      updateAis: () => updateAis(workspace),
      now: () => world.now,
      ...(shareEvents ? { shareEvents } : {}),
    });
    return {
      workspace,
      watch,
      publish: (job: Job) => events.publish({ type: 'job', job }),
      publishChange: (topic: ChangedTopic) => events.publish({ type: 'changed', topic }),
    };
  };
  present = await start((workspace) => workspace);
  onTestFinished(async () => {
    await present.watch.close();
    await present.workspace.close();
  });
  await world.workspace.saveSearch(
    savedSearchInputSchema.parse({
      id: searchId,
      name: 'Everything',
      search: { regions: [], analytics: [] },
      schedule: { kind: 'manual' },
    }),
    startedAt,
  );
  return world;
}
