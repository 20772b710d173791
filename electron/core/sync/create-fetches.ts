import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isActive, type Job } from '../../../shared/jobs/job.ts';
import { fail, type Result, succeed } from '../../../shared/result.ts';
import { type Search, type SearchInput, searchSchema } from '../../../shared/results/search.ts';
import { searchAdvice } from '../../../shared/results/search-query.ts';
import { nowUtc } from '../../../shared/time.ts';
import { atMostEvery } from '../at-most-every.ts';
import type { Events } from '../events.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace, written } from '../in-workspace.ts';
import type { JobRegistry } from '../job-registry.ts';
import type { ServiceClient } from '../service/service-client.ts';
import type { ServiceAccess } from '../session/session.ts';
import type { StoredFetch, Workspace } from '../workspace/workspace.ts';
import { expectedRecords } from './expected-records.ts';
import { fetchTitle } from './fetch-title.ts';
import type { Fetches } from './fetches.ts';
import { pageQueryText } from './page-query.ts';
import { createPlaces } from './places.ts';
import { endJob, FetchAborted, type RunFetchParts, runFetch } from './run-fetch.ts';

/** The fetches, with what the rest of the core needs of them. */
type BoundFetches = Fetches & {
  /** To be called with a workspace that was just opened: lists its fetches; those under way were interrupted. */
  adopt(workspace: Workspace): Promise<void>;
  /** Stops all running fetches as interrupted; resolves when each has kept where it stands. */
  interruptAll(): Promise<void>;
};

type FetchesParts = {
  readonly client: ServiceClient;
  readonly access: ServiceAccess;
  readonly registry: JobRegistry;
  readonly workspace: OpenWorkspace;
  readonly events: Events;
  readonly onProblem: (error: unknown, where: string) => void;
  readonly wait?: RunFetchParts['wait'];
};

/** The page asks anew for all it shows when results change: tell it this often while pages come in. */
const tellResultsMs = 1_000;
/** So many fetches run side by side; the others are queued. */
const fetchesAtOnce = 3;

/** Fetches of results into the open workspace. A fetch belongs to the workspace in which it began. */
export function createFetches(parts: FetchesParts): BoundFetches {
  const { client, access, registry, events, onProblem, wait = defaultWait } = parts;
  const running = new Map<string, { readonly controller: AbortController; readonly done: Promise<void> }>();

  const places = createPlaces(fetchesAtOnce);

  const run = (workspace: Workspace, stored: StoredFetch) => {
    const controller = new AbortController();
    const tellResults = atMostEvery(tellResultsMs, () =>
      events.publish({ type: 'changed', what: 'results' }),
    );
    const carryOut = async () => {
      try {
        const runParts = {
          client,
          access,
          workspace,
          wait,
          progress: registry.put,
          arrived: tellResults.later,
        };
        const job = await places.take(() => runFetch(runParts, stored, controller.signal), controller.signal);
        await keep(workspace, { ...stored, job });
      } catch (error) {
        onProblem(error, `fetch “${stored.job.title}”`);
        const latest = registry.get(stored.job.id) ?? stored.job;
        const { failure } = fail('disk', error instanceof Error ? error.message : String(error));
        const job = endJob(latest, { state: 'failed', failure, resumable: true });
        await keep(workspace, { ...stored, job });
      } finally {
        running.delete(stored.job.id);
        tellResults.now();
      }
    };
    running.set(stored.job.id, { controller, done: carryOut() });
  };

  /** Shows how the fetch stands, and keeps it if the workspace can still take it. */
  const keep = async (workspace: Workspace, stored: StoredFetch) => {
    attach(workspace, stored);
    registry.put(stored.job);
    const kept = await written(workspace.putFetch(stored));
    if (!kept.ok) onProblem(new Error(kept.failure.message), `keeping fetch “${stored.job.title}”`);
  };

  const stop = async (id: string, state: FetchAborted['state']) => {
    const run = running.get(id);
    run?.controller.abort(new FetchAborted(state));
    await run?.done;
  };

  const attach = (workspace: Workspace, stored: StoredFetch) => {
    registry.attach(stored.job.id, {
      cancel: () => stop(stored.job.id, 'cancelled'),
      async resume() {
        const { failure: _overcome, ...job } = registry.get(stored.job.id) ?? stored.job;
        const resumed: Job = { ...job, state: 'running', updatedAt: nowUtc() };
        return begin(workspace, { ...stored, job: resumed });
      },
      dismiss: () => workspace.dismissFetch(stored.job.id, nowUtc()),
    });
  };

  const begin = async (workspace: Workspace, stored: StoredFetch): Promise<Result<Job>> => {
    const writable = writableWorkspace(() => workspace);
    if (!writable.ok) return writable;
    const kept = await written(workspace.putFetch(stored));
    // A switch of the account meanwhile: its token must not fetch into the workspace that was left.
    if (parts.workspace() !== workspace) return fail('cancelled', 'Another account signed in meanwhile.');
    if (!kept.ok) return kept;
    // Resumed twice at once: the first has begun while this one waited for the file.
    if (running.has(stored.job.id)) return fail('conflict', `“${stored.job.title}” is already running.`);
    attach(workspace, stored);
    // In the file it runs: there, a page goes on from what is running only.
    const job: Job = places.areFree() ? stored.job : { ...stored.job, state: 'queued' };
    registry.put(job);
    run(workspace, stored);
    return succeed(job);
  };

  const plan = (input: SearchInput): Result<{ search: Search; frozenAt: string; queryText: string }> => {
    const parsed = searchSchema.safeParse(input);
    if (!parsed.success) {
      return fail('invalid-input', 'The search has fields that cannot be accepted.', {
        problems: parsed.error.issues.map(({ path, message }) => ({
          field: path.join('.'),
          value: '',
          message,
        })),
      });
    }
    const search = parsed.data;
    const frozenAt = nowUtc();
    const { brand, bracedQueryBody } = access.profile();
    const queryText = pageQueryText(
      search,
      { frozenAt, offset: 0, records: 0 },
      { brand, braced: bracedQueryBody },
    );
    return queryText.ok ? succeed({ search, frozenAt, queryText: queryText.value }) : queryText;
  };

  return {
    preview(input) {
      const planned = plan(input);
      if (!planned.ok) return planned;
      const { search, queryText } = planned.value;
      return succeed({ queryText, advice: searchAdvice(search) });
    },
    async start(input, as) {
      const planned = plan(input);
      if (!planned.ok) return planned;
      const opened = openedWorkspace(parts.workspace);
      if (!opened.ok) return opened;
      const { search, frozenAt, queryText } = planned.value;
      const { brand } = access.profile();
      const expected = expectedRecords(search, await opened.value.listFetches());
      const job = newJob(search, frozenAt, queryText, expected, as);
      return begin(opened.value, { job, search, frozenAt, brand, ...(as ? { run: as.run } : {}) });
    },
    async adopt(workspace) {
      for (const stored of await workspace.listFetches()) {
        const job = found(stored.job);
        attach(workspace, { ...stored, job });
        registry.put(job);
        const isNews = job.state !== stored.job.state && workspace.readOnly === undefined;
        if (isNews) await workspace.putFetch({ ...stored, job });
      }
    },
    async interruptAll() {
      await Promise.all([...running.keys()].map((id) => stop(id, 'interrupted')));
    },
  };
}

/** A job as it stands when the workspace is opened: nothing runs yet. */
function found(job: Job): Job {
  if (isActive(job)) return { ...job, state: 'interrupted', resumable: true };
  return job.state === 'complete' ? { ...job, resumable: false } : job;
}

function newJob(
  search: Search,
  startedAt: string,
  queryText: string,
  expected: number | undefined,
  as: Parameters<Fetches['start']>[1],
): Job {
  return {
    id: randomUUID(),
    kind: 'fetch',
    title: as?.title ?? fetchTitle(search),
    state: 'running',
    startedAt,
    updatedAt: startedAt,
    resumable: true,
    warnings: searchAdvice(search),
    fetch: {
      queryText,
      pages: 0,
      records: 0,
      detections: 0,
      newRecords: 0,
      changedRecords: 0,
      problems: 0,
      offset: 0,
      ...(search.maxRecords === undefined ? {} : { maxRecords: search.maxRecords }),
      ...(expected === undefined ? {} : { expectedRecords: expected }),
      ...(as ? { searchId: as.run.searchId } : {}),
    },
  };
}

function defaultWait(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return sleep(milliseconds, undefined, { signal });
}
