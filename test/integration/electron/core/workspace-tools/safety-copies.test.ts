import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Core } from '../../../../../electron/core/core.ts';
import { createCore } from '../../../../../electron/core/create-core.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { createSafetyCopies } from '../../../../../electron/core/workspace-tools/safety-copies.ts';
import { isActiveJob } from '../../../../../shared/jobs/job.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { buildArea, buildRecords } from '../../../../builders/filled-workspace.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const problems: string[] = [];

async function signedIn(dataDir: string, safetyCopyMs?: number): Promise<Core> {
  const core = await createCore({
    dataDir,
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
    safetyCopyMs,
    onProblem: (error, where) => problems.push(`${where}: ${String(error)}`),
  });
  onTestFinished(() => core.close());
  const { profile } = core.session.state();
  const { username = '', password = '' } = profile.demoCredentials ?? {};
  const signed = await core.session.signIn({ profileId: profile.id, username, password });
  if (!signed.ok) throw new Error(signed.failure.message);
  return core;
}

function opened(core: Core) {
  const workspace = core.workspace();
  if (!workspace) throw new Error('No workspace is open.');
  return workspace;
}

async function savedAt(core: Core): Promise<string | null> {
  const overview = await core.workspaceTools.overview();
  if (!overview.ok) throw new Error(overview.failure.message);
  return overview.value.safetyCopySavedAt;
}

async function review(core: Core, minute: number) {
  const at = new Date(Date.UTC(2026, 10, 21, 8, minute)).toISOString();
  const batch = { batch: `batch-${minute}`, reviewer: 'me', at };
  expect((await opened(core).setReviews([minute], { verdict: 'confirmed' }, batch)).changed).toBe(1);
}

it('saves a copy at the end of changes, and recovers an emptied workspace from it', async () => {
  const dataDir = await makeTempFolder();
  let core = await signedIn(dataDir);
  const file = opened(core).path;
  await fillWorkspace(opened(core), buildRecords(20));
  await opened(core).upsertArea(buildArea('Approaches'));
  await review(core, 1);
  expect(await savedAt(core)).toBe(null);
  await core.close();
  core = await signedIn(dataDir);
  expect(await savedAt(core)).toMatch(/^20\d\d-.*Z$/);
  await core.close();
  truncateSync(file, 0);
  core = await signedIn(dataDir);
  const status = core.workspaceStatus();
  expect(status.workspaceProblem).toContain('from its safety copy');
  const aside = status.workspaceSetAside ?? '';
  expect(existsSync(`${aside}.safety`)).toBe(true);
  expect(existsSync(`${file}.safety`)).toBe(false);
  const files = await core.workspaceTools.list();
  const listed = files.ok ? files.value.find(({ fileName }) => fileName === path.basename(aside)) : undefined;
  const started = await core.workspaceTools.rebuild(listed?.id ?? '');
  if (!started.ok) throw new Error(started.failure.message);
  const isEnded = () => core.jobs.list().some((one) => one.id === started.value.id && !isActiveJob(one));
  await eventually(() => expect(isEnded()).toBe(true));
  const job = core.jobs.list().find(({ id }) => id === started.value.id);
  expect(job?.warnings.join(' ')).toMatch(/From the safety copy of .* before: 1 review, 1 area/);
  const overview = await core.workspaceTools.overview();
  expect(overview.ok && overview.value.counts).toMatchObject({ reviews: 1, areas: 1 });
  expect(problems).toEqual([]);
});

it('saves copies during the session while there are changes, and none of a damaged file', async () => {
  const dataDir = await makeTempFolder();
  const core = await signedIn(dataDir, 20);
  const { path: file } = opened(core);
  await fillWorkspace(opened(core), buildRecords(20));
  await review(core, 1);
  await eventually(() => expect(existsSync(`${file}.safety`)).toBe(true));
  const first = await savedAt(core);
  await review(core, 2);
  await eventually(() => expect(existsSync(`${file}.safety-former`)).toBe(true));
  await eventually(async () => expect(await savedAt(core)).not.toBe(first));
  const second = await savedAt(core);
  opened(core).reportDamage({
    damagedPages: 1,
    pages: 9,
    contents: [],
    damagedRecords: [],
    records: 0,
    rows: undefined,
  });
  await review(core, 3);
  await core.close();
  const later = await signedIn(dataDir);
  expect(await savedAt(later)).toBe(second);
  expect(problems).toEqual([]);
});

it('saves none of a workspace any more once another was opened, also when the first was not closed in order', async () => {
  const copied: string[] = [];
  const copies = createSafetyCopies({
    intervalMs: 1,
    async runTool(_name, task) {
      copied.push((task as Pick<Workspace, 'path'>).path);
      return { kind: 'unchanged' } as never;
    },
    onProblem: () => {},
  });
  const first = await openTestWorkspace();
  const second = await openTestWorkspace();
  copies.start(first);
  copies.start(second);
  await eventually(() => expect(copied.length).toBeGreaterThan(2));
  expect(copied).not.toContain(first.path);
  await copies.finish();
});

it('reports a copy that cannot be read once', async () => {
  problems.length = 0;
  const core = await signedIn(await makeTempFolder());
  const { path: file } = opened(core);
  writeFileSync(`${file}.safety`, 'no database');
  expect([await savedAt(core), await savedAt(core)]).toEqual([null, null]);
  expect(problems).toEqual([expect.stringMatching(/^finding the safety copy: .*\.safety is damaged/)]);
  problems.length = 0;
});
