import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { closeWriter, findFault, openDatabase } from '../../../electron/core/workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../../electron/core/workspace/open/workspace-store.ts';
import { inspectWorkspace } from '../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { rebuildWorkspace } from '../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { changeSchema, makeSchemaChange } from '../../builders/hostile-schema.ts';
import { buildToolRun } from '../../builders/tool-run.ts';
import { readStoreContents, readVersion1Workspace } from '../../builders/version-1-workspace.ts';
import { buildFetch, buildFetchedPage } from '../../builders/workspace-builder.ts';
import { expectThat } from '../damage.ts';
import type { FuzzTarget } from '../fuzz-target.ts';
import { emptyScratchFolder, once, scratchFolder } from '../scratch-file.ts';

/** `FuzzInput.seed` of a file as GDAL or QGIS leave it, which has to be opened. */
const welcome = 1;
/**
 * Severity of a file whose schema SQLite cannot read, or names other pages for a table: only a rescue could find its
 * rows.
 */
const unreachable = 2;

/**
 * Workspaces whose schema another program has changed: inspected, opened and worked with like the unchanged one, or refused;
 * then a new workspace is built of them, and one that has no reviews is merged with them. What is written stays written,
 * and what was in the file is in the new ones.
 */
export const schemas: FuzzTarget = {
  name: 'schemas',
  maxMegabytes: 512,
  make(random) {
    const file = path.join(emptyScratchFolder(), 'changed.gpkg');
    writeFileSync(file, readVersion1Workspace().bytes);
    const { change, isWelcome } = makeSchemaChange(random);
    let isUnreachable = change.kind === 'page';
    try {
      changeSchema(file, change);
    } catch {
      // Also where SQLite refused a change, such as a unique index, and the file is as it was.
      isUnreachable = true;
    }
    const seed = isUnreachable ? unreachable : isWelcome ? welcome : 0;
    return { bytes: readFileSync(file), extension: 'gpkg', seed };
  },
  check({ bytes, seed }) {
    const folder = emptyScratchFolder();
    const file = path.join(folder, 'input.gpkg');
    writeFileSync(file, bytes);
    const inspected = inspectWorkspace(file, true).kind;
    expectThat(readFileSync(file).equals(bytes), 'inspecting has changed the file');
    const merging = path.join(folder, 'merged.gpkg');
    copyFileSync(file, merging);
    expectMerged(merging, path.join(folder, 'mine.gpkg'));
    const fault = findFault(file, {});
    expectThat(seed !== welcome || !fault, `a workspace of GDAL or QGIS is refused: ${fault?.problem}`);
    expectThat(!fault || inspected !== 'workspace', 'a workspace is offered that is not opened');
    if (!fault) expectUsable(file);
    if (seed === unreachable) return;
    const rebuilt = path.join(folder, 'rebuilt.gpkg');
    writeFileSync(merging, bytes);
    rebuildWorkspace({ from: [merging], to: rebuilt }, buildToolRun());
    expectContents(readContents(rebuilt), rebuiltContents(), 'rebuilt');
  },
};

type Contents = Readonly<Record<string, unknown>>;

function withStore<Value>(
  file: string,
  use: (store: ReturnType<typeof createWorkspaceStore>, isReadOnly: boolean) => Value,
): Value {
  const { database, readOnly, setAside } = openDatabase(file);
  try {
    expectThat(!setAside, `the workspace was set aside: ${setAside?.problem}`);
    return use(createWorkspaceStore(database), readOnly !== undefined);
  } finally {
    if (readOnly === undefined) closeWriter(database);
    else database.close();
  }
}

/** Contents of a workspace, without what differs in each rebuilt one. */
function readContents(file: string): Contents {
  return withStore(file, (store) => {
    const { histories, detections, ...contents } = readStoreContents(store);
    return {
      ...contents,
      note: store.getSetting('note'),
      histories: histories.filter((history) => history !== undefined),
      detections: detections.map(({ id: _id, ...detection }) => detection),
    };
  });
}

function expectContents(contents: Contents, expected: Contents, what: string): void {
  for (const [name, value] of Object.entries(expected)) {
    const [is, should] = [contents[name], value].map((one) => JSON.stringify(one));
    expectThat(is === should, `${what}: ${name} is ${is?.slice(0, 300)} instead of ${should?.slice(0, 300)}`);
  }
}

const at = '2026-11-21T08:00:00.000Z';

/** Writes of a day of work. */
function work(store: ReturnType<typeof createWorkspaceStore>): void {
  const ids = [...store.matchingIds({})];
  store.saveSetting('note', 'again');
  store.setReviews(ids.slice(2, 12), { verdict: 'unsure' }, { batch: 'work', reviewer: 'cleo', at });
  const [submission] = store.listSubmissions();
  if (submission) store.saveSubmission({ ...submission, id: `second ${submission.id}` });
  const [area] = store.listAreas();
  if (area) store.upsertArea({ ...area, name: 'Renamed' });
  const [recordId] = store.detections(ids.slice(0, 1)).map((row) => row.recordId);
  const record = JSON.parse(Buffer.from(store.rawRecord(recordId ?? '') ?? []).toString());
  const fetch = buildFetch({ id: '00000000-0000-4000-8000-000000000000' });
  store.saveFetch(fetch);
  const outcome = store.ingestPage(buildFetchedPage(fetch, [{ ...record, uploadTime: at }]));
  expectThat(outcome.ok, 'a page was not written');
}

/** Works with the file, and compares what is in it when it is opened again with what work leaves in an unchanged one. */
function expectUsable(file: string): void {
  const isReadOnly = withStore(file, (store, isUnwritable) => {
    if (!isUnwritable) work(store);
    return isUnwritable;
  });
  expectContents(readContents(file), isReadOnly ? unchangedContents() : workedContents(), 'used');
}

/** Merges the file into a workspace with its records and none of its reviews. */
function expectMerged(file: string, mine: string): void {
  writeFileSync(mine, withoutReviews());
  const merged = withStore(mine, (store) =>
    store.mergeWorkspace(file, { winner: 'present', except: [] }, { batch: 'merge', reviewer: 'me', at }),
  );
  const { histories: _histories, ...good } = unchangedContents();
  if (merged.kind === 'done') expectContents(readContents(mine), good, 'merged');
  else
    expectThat(
      withStore(mine, (store) => store.reviewerCounts().length) === 0,
      'a refused merge has written',
    );
}

const unchangedContents = once(() => readContents(writeControl('unchanged', readVersion1Workspace().bytes)));

const workedContents = once(() => {
  const file = writeControl('worked', readVersion1Workspace().bytes);
  withStore(file, work);
  return readContents(file);
});

const rebuiltContents = once(() => {
  const file = writeControl('good', readVersion1Workspace().bytes);
  const to = `${file}.rebuilt.gpkg`;
  rebuildWorkspace({ from: [file], to }, buildToolRun());
  return readContents(to);
});

const withoutReviews = once(() => {
  const file = writeControl('bare', readVersion1Workspace().bytes);
  changeSchema(file, { kind: 'statements', text: 'DELETE FROM reviews; DELETE FROM review_history' });
  return readFileSync(file);
});

/** A file outside of the folder that each input empties. */
function writeControl(name: string, bytes: Uint8Array): string {
  const file = path.join(scratchFolder(), `${name}.gpkg`);
  writeFileSync(file, bytes);
  return file;
}
