import '../../../../../../builders/schema-version-2.ts';
import { copyFileSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import {
  closeWriter,
  openDatabase,
} from '../../../../../../../electron/core/workspace/open/open-database.ts';
import { createWorkspaceStore } from '../../../../../../../electron/core/workspace/open/workspace-store.ts';
import { inspectWorkspace } from '../../../../../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { rebuildWorkspace } from '../../../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { buildRecord } from '../../../../../../builders/record-builder.ts';
import { buildToolRun } from '../../../../../../builders/tool-run.ts';
import {
  buildVersion1Workspace,
  hashRawRecords,
  readStoreContents,
} from '../../../../../../builders/version-1-workspace.ts';
import { fillStore, makeTempFolder } from '../../../../../../builders/workspace-builder.ts';
import { expectColumnsMatchRows, withFile } from '../../../../../../builders/workspace-columns.ts';

/** Opens a workspace by the Sightline with schema version 2 that the first import makes. */
function openVersion2(file: string) {
  const { database, ...opened } = openDatabase(file);
  const close = () => {
    if (database.isOpen) closeWriter(database);
  };
  onTestFinished(close);
  return { ...opened, store: createWorkspaceStore(database), close };
}

test('a workspace of version 1 is migrated to version 2 with everything in it', async () => {
  const { file, contents } = await buildVersion1Workspace();
  const { store, readOnly, setAside, close } = openVersion2(file);
  expect({ readOnly, setAside }).toEqual({ readOnly: undefined, setAside: undefined });
  expect(readStoreContents(store)).toEqual(contents.store);
  expect(store.getSetting('note')).toBe('saved, migrated');
  expectColumnsMatchRows(file);
  withFile(file, (sql) => {
    expect(sql.get("SELECT value FROM app_meta WHERE key = 'schema_version'")).toEqual({ value: '2' });
    expect(sql.get('SELECT count(*) AS count FROM colored_records')).toEqual({
      count: contents.store.counts.records,
    });
    expect(sql.all('PRAGMA foreign_key_check')).toEqual([]);
  });
  expect(hashRawRecords(file)).toEqual(contents.raw);
  fillStore(store, [buildRecord()]);
  close();
  const { store: again } = openVersion2(file);
  expect(again.counts({}).records).toBe(contents.store.counts.records + 1);
  expect(again.getSetting('note')).toBe('saved, migrated');
});

test('a new workspace has version 2 at once', async () => {
  const file = path.join(await makeTempFolder(), 'new.gpkg');
  const { close } = openVersion2(file);
  close();
  expect(inspectWorkspace(file)).toMatchObject({ kind: 'workspace', age: 'current', schemaVersion: 2 });
});

test('a workspace of version 1 is reported as an older one before it is opened', async () => {
  const { file, contents } = await buildVersion1Workspace();
  const before = readFileSync(file);
  expect(inspectWorkspace(file)).toMatchObject({
    kind: 'workspace',
    age: 'older',
    schemaVersion: 1,
    counts: { records: contents.store.counts.records, detections: contents.store.counts.detections },
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a workspace of version 1 is rescued without a migration first', async () => {
  const { file, contents } = await buildVersion1Workspace();
  const to = path.join(path.dirname(file), 'rescued.gpkg');
  const before = readFileSync(file);
  const report = rebuildWorkspace({ from: [file], to }, buildToolRun());
  expect(report.records).toEqual({ rescued: contents.store.counts.records, lost: 0 });
  expect(report.detections).toBe(contents.store.counts.detections);
  expect(hashRawRecords(to)).toEqual(contents.raw);
  const { store } = openVersion2(to);
  const { areas, drafts, submissions, histories } = readStoreContents(store);
  expect({ areas, drafts, submissions }).toEqual({
    areas: contents.store.areas,
    drafts: contents.store.drafts,
    submissions: contents.store.submissions,
  });
  expect(histories.flat()).toHaveLength(contents.store.histories.flat().length);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('a migration is preceded by a copy, of which the two newest are retained', async () => {
  const { file, contents } = await buildVersion1Workspace();
  const folder = path.dirname(file);
  const copies = () => readdirSync(folder).filter((name) => name.startsWith('former.before-update-'));
  for (const time of ['20260101T000000000Z', '20260201T000000000Z']) {
    copyFileSync(file, path.join(folder, `former.before-update-${time}.gpkg`));
  }
  const { close } = openVersion2(file);
  const [older, newest = ''] = copies();
  expect(copies()).toHaveLength(2);
  expect(older).toContain('20260201');
  const copy = new DatabaseSync(path.join(folder, newest), { readOnly: true });
  expect(copy.prepare("SELECT value FROM app_meta WHERE key = 'schema_version'").get()?.value).toBe('1');
  expect(copy.prepare('PRAGMA integrity_check').get()?.integrity_check).toBe('ok');
  copy.close();
  expect(hashRawRecords(path.join(folder, newest))).toEqual(contents.raw);
  close();
  openVersion2(file);
  expect(copies()).toHaveLength(2);
});

test('a file of which no copy can be saved is not migrated', async () => {
  // With the suffix of the copy the name is longer than file systems allow.
  const name = `${'a'.repeat(220)}.gpkg`;
  const { file: former } = await buildVersion1Workspace();
  const file = path.join(path.dirname(former), name);
  renameSync(former, file);
  const before = readFileSync(file);
  expect(() => openDatabase(file)).toThrow(
    /was not brought up to date, because no copy of it could be saved/,
  );
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(path.dirname(file))).toEqual([name]);
});
