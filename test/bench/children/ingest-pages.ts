/**
 * Ingests pages into a workspace as the app does, through its worker threads: `ingest-pages.ts <file> <worker> <fetch
 * id> <page> …`. The time is from reading the first page to closing the file.
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import type { StoredFetch } from '../../../electron/core/workspace/read/fetches.ts';
import { recordsInPage } from '../data-files.ts';
import { report } from '../report.ts';

const [file = '', worker = '', id = '', ...pages] = process.argv.slice(2);
const startedAt = performance.now();
const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(worker) });
await workspace.saveFetch(fetchOf(id));
const openedAt = performance.now();
// Two pages are ingested at a time, as by two concurrent fetches; a single fetch waits for each page.
let former: Promise<unknown> = Promise.resolve();
for (const [index, page] of pages.entries()) {
  const taken = workspace.ingestPage({
    fetchId: id,
    queryText: `svc_udp_analyticgeojsonrecord(offset: ${index * recordsInPage}) { assignedId }`,
    offset: index * recordsInPage,
    fetchedAt: new Date().toISOString(),
    brand: 'svc',
    fields: 'all',
    body: readFileSync(page),
  });
  await former;
  former = taken.then((outcome) => {
    if (!outcome.ok) throw new Error(outcome.message);
  });
}
await former;
const ingestedAt = performance.now();
await workspace.close();
report(performance.now() - startedAt, {
  opening: openedAt - startedAt,
  pages: ingestedAt - openedAt,
  closing: performance.now() - ingestedAt,
});

function fetchOf(id: string): StoredFetch {
  const startedAt = new Date().toISOString();
  const counts = { pages: 0, records: 0, detections: 0, newRecords: 0, changedRecords: 0, problems: 0 };
  return {
    job: {
      id,
      kind: 'fetch',
      title: 'Everything',
      state: 'running',
      startedAt,
      updatedAt: startedAt,
      resumable: true,
      warnings: [],
      fetch: { queryText: '', offset: 0, ...counts },
    },
    search: { regions: [], analytics: [], conditions: [], fields: 'all', pageSize: recordsInPage },
    frozenAt: startedAt,
    brand: 'svc',
  };
}
