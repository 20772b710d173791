import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { WorkspaceStore } from '../../electron/core/workspace/open/workspace-store.ts';
import { inProject } from '../../scripts/lib/paths.mjs';
import { buildArea, buildRecords, readWorkspaceContent } from './filled-workspace.ts';
import { makeDraft } from './order-draft-builder.ts';
import { buildUuid } from './record-builder.ts';
import { buildFetch, buildFetchedPage, makeTempFolder, openTestStore } from './workspace-builder.ts';

/** Returns of a store for the contents of the fixture. */
export function readStoreContents(store: WorkspaceStore) {
  const ids = [...store.matchingIds({})];
  return {
    counts: store.counts({}),
    areas: store.listAreas(),
    drafts: store.listDrafts(),
    submissions: store.listSubmissions(),
    fetches: store.listFetches(),
    detections: store.detections(ids),
    histories: ids.map((id) => store.reviewHistory(id)),
  };
}

/** SHA-256 of each raw record of a file, by its id. */
export function hashRawRecords(file: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...readWorkspaceContent(file).raw].map(([id, bytes]) => [
      id,
      hash('sha256', Buffer.from(bytes, 'latin1'), 'hex'),
    ]),
  );
}

export type Version1Contents = {
  readonly store: ReturnType<typeof readStoreContents>;
  readonly raw: ReturnType<typeof hashRawRecords>;
};

const fixture = (name: string) => inProject('test', 'fixtures', 'workspaces', name);

/** The workspace that the first Sightline with schema version 1 wrote, and what its store returned for it. */
export function readVersion1Workspace(): { readonly bytes: Uint8Array; readonly contents: Version1Contents } {
  return {
    bytes: gunzipSync(readFileSync(fixture('version-1.gpkg.gz'))),
    contents: JSON.parse(readFileSync(fixture('version-1.expected.json'), 'utf8')),
  };
}

/** The same in a file of its own, deleted when the test ends. */
export async function buildVersion1Workspace(): Promise<{
  readonly file: string;
  readonly contents: Version1Contents;
}> {
  const file = path.join(await makeTempFolder(), 'former.gpkg');
  const { bytes, contents } = readVersion1Workspace();
  writeFileSync(file, bytes);
  return { file, contents };
}

/** Writes the fixture anew, which only a change of the schema before the first release needs. */
export function writeVersion1Workspace(): void {
  const store = openTestStore();
  const records = buildRecords(10);
  for (const from of [0, 5]) {
    const fetch = buildFetch({ state: 'complete' });
    store.saveFetch(fetch);
    store.ingestPage(buildFetchedPage(fetch, records.slice(from, from + 5), { offset: from }));
  }
  store.upsertArea(buildArea('Yangtze approaches'));
  store.upsertArea(buildArea('Busan'));
  const ids = [...store.matchingIds({})];
  const at = '2026-11-20T09:00:00.000Z';
  store.setReviews(ids.slice(0, 16), { verdict: 'confirmed' }, { batch: buildUuid(), reviewer: 'anna', at });
  store.setReviews(
    ids.slice(8, 24),
    { verdict: 'rejected', note: 'a buoy' },
    { batch: buildUuid(), reviewer: 'bert', at },
  );
  const times = { createdAt: at, updatedAt: at };
  store.saveDraft({ kind: 'draft', id: buildUuid(), name: 'Weekly', draft: makeDraft(), ...times });
  store.saveSubmission({
    id: buildUuid(),
    state: 'unknown',
    descriptiveName: 'Harbor watch',
    bodyText: '{"request":{}}',
    createdAt: at,
  });
  store.saveSetting('note', 'saved');
  const contents = readStoreContents(store);
  store.close();
  writeFileSync(fixture('version-1.gpkg.gz'), gzipSync(readFileSync(store.path), { level: 9 }));
  const expected: Version1Contents = { store: contents, raw: hashRawRecords(store.path) };
  writeFileSync(fixture('version-1.expected.json'), `${JSON.stringify(expected)}\n`);
}
