import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { closeWriter, openDatabase } from '../../electron/core/workspace/open-database.ts';
import { openWorkspace } from '../../electron/core/workspace/open-workspace.ts';
import type {
  ArrivedPage,
  StoredFetch,
  Workspace,
  WorkspaceStore,
} from '../../electron/core/workspace/workspace.ts';
import { createWorkspaceStore } from '../../electron/core/workspace/workspace-store.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { coreWorkers } from './core-workers.ts';
import { buildPage, buildUuid } from './record-builder.ts';

/** The entry of the workspace's worker. */
export const workspaceWorkerUrl = coreWorkers.workspace;

/** A folder of the test's own, gone when the test ends. */
export async function makeTempFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A real workspace in a folder of its own, closed when the test ends. */
export async function openTestWorkspace(file?: string): Promise<Workspace> {
  const workspace = await openWorkspace({
    path: file ?? path.join(await makeTempFolder(), 'test.gpkg'),
    workerUrl: workspaceWorkerUrl,
  });
  onTestFinished(() => workspace.close());
  return workspace;
}

/** The store behind a workspace, on a file of its own, without threads: for tests of what it does, not how it is reached. */
export type TestStore = WorkspaceStore & { readonly path: string; close(): void };

/** A real store in a folder of its own, closed when the test ends. */
export function openTestStore(): TestStore {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-test-'));
  const file = path.join(folder, 'test.gpkg');
  const { database } = openDatabase(file);
  const close = () => {
    if (database.isOpen) closeWriter(database);
  };
  onTestFinished(() => {
    close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { ...createWorkspaceStore(database), path: file, close };
}

/** A fetch that has not asked for its first page yet. */
export function buildFetch(job: Partial<Job> = {}, fetch: Partial<Job['fetch']> = {}): StoredFetch {
  const startedAt = '2026-11-20T08:00:00.000Z';
  return {
    job: {
      id: buildUuid(),
      kind: 'fetch',
      title: 'Everything in East Asia',
      state: 'running',
      startedAt,
      updatedAt: startedAt,
      resumable: true,
      warnings: [],
      fetch: {
        queryText: 'svc_udp_analyticgeojsonrecord { assignedId }',
        pages: 0,
        records: 0,
        detections: 0,
        newRecords: 0,
        changedRecords: 0,
        problems: 0,
        offset: 0,
        ...fetch,
      },
      ...job,
    },
    search: { regions: ['East Asia'], analytics: [], conditions: [], fields: 'all', pageSize: 500 },
    frozenAt: startedAt,
    brand: 'svc',
  };
}

/** A page of the fetch, made of records. */
export function buildArrivedPage(
  fetch: StoredFetch,
  records: readonly unknown[],
  options: { nextOffset?: unknown; offset?: number; fetchedAt?: string } = {},
): ArrivedPage {
  const { offset = 0, fetchedAt = '2026-11-20T08:00:01.000Z', ...pagination } = options;
  return {
    fetchId: fetch.job.id,
    queryText: `svc_udp_analyticgeojsonrecord(offset: ${offset}) { assignedId }`,
    offset,
    fetchedAt,
    brand: fetch.brand,
    fields: fetch.search.fields,
    body: buildPage(records, { ...pagination, brand: fetch.brand }),
  };
}

/** Puts records into a workspace as one whole fetch. */
export async function fillWorkspace(workspace: Workspace, records: readonly unknown[]): Promise<StoredFetch> {
  const fetch = buildFetch();
  await workspace.putFetch(fetch);
  const outcome = await workspace.ingestPage(buildArrivedPage(fetch, records));
  if (!outcome.ok) throw new Error(outcome.message);
  return fetch;
}

/** The same for a store. */
export function fillStore(store: WorkspaceStore, records: readonly unknown[]): StoredFetch {
  const fetch = buildFetch();
  store.putFetch(fetch);
  const outcome = store.ingestPage(buildArrivedPage(fetch, records));
  if (!outcome.ok) throw new Error(outcome.message);
  return fetch;
}
