import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { inspectWorkspace } from '../../../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { rebuildWorkspace } from '../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { inProject } from '../../../../../scripts/lib/paths.mjs';
import { readWorkspaceContent } from '../../../../builders/filled-workspace.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

type Expected = {
  readonly counts: { readonly records: number; readonly detections: number };
  readonly areas: readonly unknown[];
  /** SHA-256 of each raw record, by its id. */
  readonly raw: Readonly<Record<string, string>>;
};

const fixture = (name: string) => inProject('test', 'fixtures', 'workspaces', name);
const expected: Expected = JSON.parse(readFileSync(fixture('schema-2.expected.json'), 'utf8'));

/** A workspace that the Sightline of schema 2 wrote, with what it said was in it. */
async function formerWorkspace(): Promise<string> {
  const file = path.join(await makeTempFolder(), 'former.gpkg');
  writeFileSync(file, gunzipSync(readFileSync(fixture('schema-2.gpkg.gz'))));
  return file;
}

function rawHashes(file: string): Record<string, string> {
  const raw = [...readWorkspaceContent(file).raw].map(([id, bytes]) => [
    id,
    hash('sha256', Buffer.from(bytes, 'latin1'), 'hex'),
  ]);
  return Object.fromEntries(raw);
}

it('a workspace of schema 2 is reported as an older one, and opens with all of its data', async () => {
  const file = await formerWorkspace();
  expect(inspectWorkspace(file)).toMatchObject({ kind: 'workspace', age: 'older', schemaVersion: 2 });
  const workspace = await openTestWorkspace(file);
  expect(await workspace.counts({})).toMatchObject(expected.counts);
  expect(await workspace.listAreas()).toEqual(expected.areas);
  expect(await workspace.getSetting('note')).toBe('kept');
  expect((await workspace.listFetches()).map(({ job }) => job.state)).toEqual(['complete', 'complete']);
  const { rows } = await workspace.detectionPage({
    filter: {},
    sort: { field: 'id', order: 'ASC' },
    offset: 0,
    limit: 1000,
  });
  expect(rows).toHaveLength(expected.counts.detections);
  expect(rows[0]?.properties).toMatchObject({ length: 40 });
  await workspace.close();
  expect(rawHashes(file)).toEqual(expected.raw);
  expect(readWorkspaceContent(file).integrity).toBe('ok');
});

it('a workspace of schema 2 is rescued without a migration first', async () => {
  const file = await formerWorkspace();
  const to = path.join(path.dirname(file), 'rescued.gpkg');
  const before = readFileSync(file);
  const report = rebuildWorkspace({ from: [file], to }, buildToolRun());
  expect(report.records).toEqual({ rescued: expected.counts.records, lost: 0 });
  expect(report.detections).toBe(expected.counts.detections);
  expect(rawHashes(to)).toEqual(expected.raw);
  expect(readWorkspaceContent(to).areas).toHaveLength(2);
  expect(readWorkspaceContent(to).provenance[0]).toContain('offset: ');
  expect(readFileSync(file).equals(before)).toBe(true);
});
