import { readFileSync } from 'node:fs';
import type { Workspace } from '../../electron/core/workspace/open/workspace.ts';

/** Writes the records of a page once more, under other ids, as the page of a fetch. */
export async function ingestAgain(workspace: Workspace, page: string): Promise<void> {
  const startedNow = new Date().toISOString();
  const id = '00000000-0000-4000-8000-000000000009';
  const counts = { pages: 0, records: 0, detections: 0, newRecords: 0, changedRecords: 0, problems: 0 };
  await workspace.saveFetch({
    job: {
      id,
      kind: 'fetch',
      title: 'One more page',
      state: 'running',
      startedAt: startedNow,
      updatedAt: startedNow,
      resumable: true,
      warnings: [],
      fetch: { queryText: '', offset: 0, ...counts },
    },
    search: { regions: [], analytics: [], conditions: [], fields: 'all', pageSize: 500 },
    frozenAt: startedNow,
    brand: 'svc',
  });
  const body = readFileSync(page, 'utf8').replaceAll('"assignedId":"', '"assignedId":"again ');
  const outcome = await workspace.ingestPage({
    fetchId: id,
    queryText: 'svc_udp_analyticgeojsonrecord { assignedId }',
    offset: 0,
    fetchedAt: startedNow,
    brand: 'svc',
    fields: 'all',
    body: new TextEncoder().encode(body),
  });
  if (!outcome.ok || outcome.newRecords === 0) throw new Error('The page brought nothing new.');
}
