import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Core } from '../../../../../electron/core/core.ts';
import { createCore } from '../../../../../electron/core/create-core.ts';
import { isActiveJob, type Job } from '../../../../../shared/jobs/job.ts';
import type { Result } from '../../../../../shared/result.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import {
  buildArea,
  buildRecords,
  fillWithReviews,
  readWorkspaceContent,
} from '../../../../builders/filled-workspace.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { makeFolderOnOtherDisk } from '../../../../builders/other-disk.ts';
import { fillWorkspace, makeTempFolder, openTestStore } from '../../../../builders/workspace-builder.ts';

async function startCore(dataDir: string): Promise<Core> {
  const core = await createCore({
    dataDir,
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
    onProblem: (error, where) => problems.push(`${where}: ${String(error)}`),
  });
  onTestFinished(() => core.close());
  return core;
}
const problems: string[] = [];

async function signedIn(dataDir: string): Promise<Core> {
  const core = await startCore(dataDir);
  const { profile } = core.session.state();
  const { username = '', password = '' } = profile.demoCredentials ?? {};
  const signed = await core.session.signIn({ profileId: profile.id, username, password });
  if (!signed.ok) throw new Error(signed.failure.message);
  return core;
}

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

async function ended(core: Core, job: Job): Promise<Job> {
  return new Promise((resolve) => {
    const look = () => {
      const now = core.jobs.list().find(({ id }) => id === job.id);
      if (!now || isActiveJob(now)) return;
      stop();
      resolve(now);
    };
    const stop = core.events.listen(look);
    look();
  });
}

function opened(core: Core) {
  const workspace = core.workspace();
  if (!workspace) throw new Error('No workspace is open.');
  return workspace;
}

it('copies, compacts and rebuilds the open workspace, and opens another one', async () => {
  const dataDir = await makeTempFolder();
  const core = await signedIn(dataDir);
  const first = opened(core).path;
  await fillWorkspace(opened(core), buildRecords(60));
  await opened(core).changeAreas({
    expected: [],
    upserts: [buildArea('Here')],
    remove: [],
    restore: [],
    deletedAt: '',
  });

  const copyPath = path.join(dataDir, 'copy.gpkg');
  const copied = await ended(core, valued(await core.workspaceTools.saveCopy({ path: copyPath })));
  expect(copied).toMatchObject({ state: 'complete', files: [{ name: 'copy.gpkg', path: copyPath }] });
  expect(readWorkspaceContent(copyPath).raw.size).toBe(60);
  symlinkSync(path.dirname(first), path.join(dataDir, 'link'), 'junction');
  const linked = path.join(dataDir, 'link', path.basename(first));
  expect(await core.workspaceTools.saveCopy({ path: linked })).toMatchObject({
    failure: { message: 'This is the open workspace itself. Choose another name for the copy.' },
  });

  const { workspaceFileId } = core.session.state();
  expect(workspaceFileId).toEqual(expect.any(String));
  const compacted = await ended(core, valued(await core.workspaceTools.compact()));
  expect(compacted).toMatchObject({ state: 'complete', outcome: expect.stringContaining('before') });
  expect(core.session.state()).toMatchObject({ workspace: 'open', workspacePath: first, workspaceFileId });
  expect((await opened(core).counts({})).records).toBe(60);
  expect(await opened(core).listAreas()).toHaveLength(1);

  const rebuilt = await ended(core, valued(await core.workspaceTools.rebuild(null)));
  expect(rebuilt).toMatchObject({ state: 'complete', outcome: expect.stringContaining('60 records') });
  expect((await opened(core).counts({})).detections).toBe(180);
  expect(core.session.state()).toMatchObject({ workspacePath: first, workspaceFileId: expect.any(String) });
  expect(core.session.state().workspaceFileId).not.toBe(workspaceFileId);

  // The open file is not read as another one, whatever way leads to it.
  const sameFile = valued(
    await core.workspaceTools.inspectFile({ path: linked, name: path.basename(first), isTemporary: false }),
  );
  const rescued = await ended(core, valued(await core.workspaceTools.rebuild(sameFile.id)));
  expect(rescued).toMatchObject({ title: 'Rebuild the workspace', state: 'complete' });
  expect(opened(core).path).toBe(first);

  valued(await core.workspaceTools.openNew('Case Ningbo'));
  expect(opened(core).path).not.toBe(first);
  expect((await opened(core).counts({})).records).toBe(0);
  expect(valued(await core.workspaceTools.overview())).toMatchObject({ name: 'Case Ningbo' });
  const files = valued(await core.workspaceTools.list());
  expect(files.map(({ isOpen, belongs }) => [isOpen, belongs])).toEqual(
    expect.arrayContaining([
      [true, 'account'],
      [false, 'account'],
      [false, 'set-aside'],
    ]),
  );
  const chosen = opened(core).path;
  await core.close();

  // The choice is remembered.
  const again = await startCore(dataDir);
  expect(again.session.state().workspacePath).toBe(chosen);
  const listed = valued(await again.workspaceTools.list()).find(
    ({ fileName }) => fileName === path.basename(first),
  );
  valued(await again.workspaceTools.open(listed?.id ?? ''));
  expect(again.session.state().workspacePath).toBe(first);
  expect(readdirSync(path.dirname(first)).filter((name) => name.includes('.part-'))).toEqual([]);
  expect(problems).toEqual([]);
});

it('opens the first file in place of a missing one, until that is back or the user stays', async () => {
  const dataDir = await makeTempFolder();
  const core = await signedIn(dataDir);
  const first = opened(core).path;
  expect(await core.workspaceTools.openMissing()).toMatchObject({ failure: { code: 'not-found' } });
  valued(await core.workspaceTools.openNew('On a disk'));
  const onDisk = opened(core).path;
  await core.close();

  const away = `${onDisk}.away`;
  renameSync(onDisk, away);
  const second = await startCore(dataDir);
  expect(second.session.state()).toMatchObject({
    workspacePath: first,
    workspaceMissing: onDisk,
    workspaceProblem: expect.stringContaining('Connect the disk and try again'),
  });
  expect(await second.workspaceTools.openMissing()).toMatchObject({ failure: { code: 'not-found' } });
  expect(opened(second).path).toBe(first);
  renameSync(away, onDisk);
  valued(await second.workspaceTools.openMissing());
  expect(second.session.state().workspacePath).toBe(onDisk);
  expect(second.session.state()).not.toHaveProperty('workspaceMissing');
  await second.close();

  renameSync(onDisk, away);
  const third = await startCore(dataDir);
  const inPlace = valued(await third.workspaceTools.list()).find(({ isOpen }) => isOpen);
  valued(await third.workspaceTools.open(inPlace?.id ?? ''));
  expect(third.session.state()).not.toHaveProperty('workspaceMissing');
  expect(third.session.state()).not.toHaveProperty('workspaceProblem');
  await third.close();
  renameSync(away, onDisk);
  const last = await startCore(dataDir);
  expect(last.session.state().workspacePath).toBe(first);
});

it('opens a file from elsewhere, and reports what is not a workspace', async () => {
  const dataDir = await makeTempFolder();
  const core = await signedIn(dataDir);
  const store = openTestStore();
  fillWithReviews(store, buildRecords(20));
  store.close();
  const first = opened(core).path;

  const upload = path.join(dataDir, 'upload.gpkg');
  await copyFile(store.path, upload);
  const offered = valued(
    await core.workspaceTools.inspectFile({ path: upload, name: 'From Kim.gpkg', isTemporary: true }),
  );
  expect(offered).toMatchObject({
    fileName: 'From Kim.gpkg',
    inspection: { kind: 'workspace', counts: { records: 20 } },
  });
  valued(await core.workspaceTools.open(offered.id));
  expect(path.dirname(opened(core).path)).toBe(path.dirname(first));
  expect(existsSync(upload)).toBe(false);
  expect((await opened(core).counts({})).records).toBe(20);

  // In its own place, and locked against another Sightline.
  const elsewhere = valued(
    await core.workspaceTools.inspectFile({ path: store.path, name: 'test.gpkg', isTemporary: false }),
  );
  valued(await core.workspaceTools.open(elsewhere.id));
  expect(opened(core).path).toBe(store.path);
  const other = await signedIn(await makeTempFolder());
  const same = valued(
    await other.workspaceTools.inspectFile({ path: store.path, name: 'test.gpkg', isTemporary: false }),
  );
  // The second one is told who has it, and can read it.
  valued(await other.workspaceTools.open(same.id));
  expect(other.session.state()).toMatchObject({
    workspace: 'read-only',
    workspaceProblem: expect.stringMatching(
      /^Another Sightline \(user .+ on .+, process \d+, since .+Z\) has .+ open\. Close it there first\. Until then it can be read here\./,
    ),
  });
  expect((await opened(other).counts({})).records).toBe(20);
  expect(await other.workspaceTools.compact()).toMatchObject({ ok: false });

  const damaged = path.join(dataDir, 'damaged.gpkg');
  await copyFile(upload.replace('upload', 'nothing'), damaged).catch(() => copyFile(first, damaged));
  truncateSync(damaged, Math.min(8192, statSync(damaged).size));
  const bad = valued(
    await core.workspaceTools.inspectFile({ path: damaged, name: 'damaged.gpkg', isTemporary: false }),
  );
  expect(bad.inspection.kind).toBe('damaged');
  expect(await core.workspaceTools.open(bad.id)).toMatchObject({ ok: false });
  expect(opened(core).path).toBe(store.path);
});

it('rebuilds a workspace behind a link to another disk, and saves the former file there', async () => {
  const problemsBefore = problems.length;
  const core = await signedIn(await makeTempFolder());
  const store = openTestStore();
  fillWithReviews(store, buildRecords(20));
  store.close();
  const elsewhere = await makeFolderOnOtherDisk();
  const target = path.join(elsewhere, 'case.gpkg');
  await copyFile(store.path, target);
  const link = path.join(path.dirname(store.path), 'link.gpkg');
  symlinkSync(target, link);
  const chosen = valued(
    await core.workspaceTools.inspectFile({ path: link, name: 'link.gpkg', isTemporary: false }),
  );
  valued(await core.workspaceTools.open(chosen.id));
  const job = await ended(core, valued(await core.workspaceTools.rebuild(null)));
  expect(job).toMatchObject({ state: 'complete', outcome: expect.stringContaining('20 records') });
  const saved = /kept as (.+)\.$/.exec(job.outcome ?? '')?.[1] ?? '';
  expect(path.dirname(saved)).toBe(realpathSync(elsewhere));
  expect(existsSync(saved)).toBe(true);
  expect(problems.slice(problemsBefore)).toEqual([]);
});

it('rescues the data of a damaged workspace into the one created in its place', async () => {
  const dataDir = await makeTempFolder();
  const core = await signedIn(dataDir);
  const file = opened(core).path;
  await fillWorkspace(opened(core), buildRecords(300));
  await core.close();
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(100), 0, 100, 0);
  closeSync(handle);

  const again = await startCore(dataDir);
  const { workspaceSetAside = '', workspaceProblem } = again.session.state();
  expect(workspaceProblem).toContain('damaged');
  await fillWorkspace(opened(again), buildRecords(7));
  const listed = valued(await again.workspaceTools.list()).find(
    ({ fileName }) => fileName === path.basename(workspaceSetAside),
  );
  expect(listed).toMatchObject({ belongs: 'set-aside', inspection: { kind: 'damaged' } });
  const job = await ended(again, valued(await again.workspaceTools.rebuild(listed?.id ?? '')));
  expect(job.state).toBe('complete');
  const { records } = await opened(again).counts({});
  expect(records).toBe(307);
  expect(opened(again).path).toBe(file);
  expect(existsSync(workspaceSetAside)).toBe(true);
});

it('is cancelled with the account, and leaves the workspace as it was', async () => {
  const dataDir = await makeTempFolder();
  const core = await signedIn(dataDir);
  const file = opened(core).path;
  await fillWorkspace(opened(core), buildRecords(300));
  const job = valued(await core.workspaceTools.compact());
  valued(await core.jobs.cancel(job.id));
  await expect.poll(() => core.jobs.list().find(({ id }) => id === job.id)?.state).toBe('cancelled');
  expect(core.session.state().workspace).toBe('open');
  valued(await core.workspaceTools.compact());
  await core.session.selectProfile('demo');
  await core.close();
  expect(readWorkspaceContent(file).raw.size).toBe(300);
  expect(readdirSync(path.dirname(file)).filter((name) => name.includes('.part-'))).toEqual([]);
});

it('stays in the workspace that is open in place of a missing one when its user signs in again', async () => {
  const dataDir = await makeTempFolder();
  const first = await signedIn(dataDir);
  valued(await first.workspaceTools.openNew('On a disk'));
  const chosen = opened(first).path;
  await first.close();
  renameSync(chosen, `${chosen}.away`);
  const core = await signedIn(dataDir);
  expect(core.session.state().workspaceProblem).toContain('its disk may not be connected');
  const workspace = core.workspace();
  const { profile } = core.session.state();
  const { username = '', password = '' } = profile.demoCredentials ?? {};
  valued(await core.session.signIn({ profileId: profile.id, username, password }));
  expect(core.workspace()).toBe(workspace);
  expect(core.session.state().workspaceProblem).toContain('its disk may not be connected');

  renameSync(`${chosen}.away`, chosen);
  valued(await core.session.signIn({ profileId: profile.id, username, password }));
  expect(opened(core).path).toBe(chosen);
  expect(core.session.state().workspaceProblem).toBeUndefined();
});
