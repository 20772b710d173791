import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { createSql } from '../../electron/core/workspace/file/sql.ts';
import type { FetchedPage } from '../../electron/core/workspace/ingest/fetched-page.ts';
import { closeWriter, openDatabase } from '../../electron/core/workspace/open/open-database.ts';
import { openWorkspace } from '../../electron/core/workspace/open/open-workspace.ts';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';
import {
  createWorkspaceStore,
  type WorkspaceStore,
} from '../../electron/core/workspace/open/workspace-store.ts';
import type { StoredFetch } from '../../electron/core/workspace/read/fetches.ts';
import { writeReviews } from '../../electron/core/workspace/tables/stored-reviews.ts';
import type { Job } from '../../shared/jobs/job.ts';
import type { ReviewOfDetection } from '../../shared/review/merge-reviews.ts';
import { coreWorkers } from './core-workers.ts';
import { buildPage, buildUuid } from './record-builder.ts';

/** The entry of the workspace's worker. */
export const workspaceWorkerUrl = coreWorkers.workspace;

/** A new temporary folder, deleted when the test ends. */
export async function makeTempFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sightline-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A real workspace in a new folder, closed when the test ends. */
export async function openTestWorkspace(file?: string): Promise<Workspace> {
  const workspace = await openWorkspace({
    path: file ?? path.join(await makeTempFolder(), 'test.gpkg'),
    workerUrl: workspaceWorkerUrl,
  });
  onTestFinished(() => workspace.close());
  return workspace;
}

/** The store of a workspace in a new file, without threads: for tests of its results rather than of the workers. */
export type TestStore = FillableStore & { readonly path: string; close(): void };

/** A store that writes reviews as they are given, of any reviewer. */
export type FillableStore = WorkspaceStore & {
  /** Writes reviews in place of those that are there, and history that is not there yet. */
  upsertReviews(reviews: readonly ReviewOfDetection[], history: readonly ReviewOfDetection[]): void;
};

/** The store over an open connection. */
export function createFillableStore(database: DatabaseSync): FillableStore {
  const sql = createSql(database);
  return {
    ...createWorkspaceStore(database),
    upsertReviews: (reviews, history) => sql.transaction(() => writeReviews(sql, reviews, history)),
  };
}

/** A real store in a new folder, closed when the test ends. */
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
  return { ...createFillableStore(database), path: file, close };
}

/** A fetch that has not requested its first page yet. */
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
export function buildFetchedPage(
  fetch: StoredFetch,
  records: readonly unknown[],
  options: { nextOffset?: unknown; offset?: number; fetchedAt?: string } = {},
): FetchedPage {
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

/** Ingests records into a workspace as one complete fetch. */
export async function fillWorkspace(workspace: Workspace, records: readonly unknown[]): Promise<StoredFetch> {
  const fetch = buildFetch();
  await workspace.saveFetch(fetch);
  const outcome = await workspace.ingestPage(buildFetchedPage(fetch, records));
  if (!outcome.ok) throw new Error(outcome.message);
  return fetch;
}

/** The same for a store. */
export function fillStore(store: WorkspaceStore, records: readonly unknown[]): StoredFetch {
  const fetch = buildFetch();
  store.saveFetch(fetch);
  const outcome = store.ingestPage(buildFetchedPage(fetch, records));
  if (!outcome.ok) throw new Error(outcome.message);
  return fetch;
}
