import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { Core } from '../../../../electron/core/core.ts';
import { createCore } from '../../../../electron/core/create-core.ts';
import { demoCredentials } from '../../../../electron/core/demo-service/demo-credentials.ts';
import { isActiveJob } from '../../../../shared/jobs/job.ts';
import { demoProfileId } from '../../../../shared/settings/profile.ts';
import { toMarineCadastre, toRecord } from '../../../builders/ais-sea.ts';
import { simulatePass } from '../../../builders/ais-simulator.ts';
import { coreWorkers } from '../../../builders/core-workers.ts';
import { eventually } from '../../../builders/eventually.ts';
import { valued } from '../../../builders/fetch-core.ts';
import { createMemoryKeychain } from '../../../builders/memory-keychain.ts';
import { fillWorkspace, makeTempFolder } from '../../../builders/workspace-builder.ts';

const program = fileURLToPath(new URL('../../../builders/kill-importing.ts', import.meta.url));

async function inCore<Result>(
  dataDir: string,
  demo: boolean,
  act: (core: Core) => Promise<Result>,
): Promise<Result> {
  const core = await createCore({
    ...{ dataDir, keychain: createMemoryKeychain(), workers: coreWorkers },
    ...(demo ? {} : { demo }),
    onProblem(error) {
      throw error;
    },
  });
  try {
    if (demo) valued(await core.session.signIn({ profileId: demoProfileId, ...demoCredentials }));
    return await act(core);
  } finally {
    await core.close();
  }
}

function workspaceOf(core: Core) {
  const workspace = core.workspace();
  if (!workspace) throw new Error('No workspace is open.');
  return workspace;
}

/** Contacts and indexes of files that are not listed, and tables of layers that are not. */
function countUnlisted(core: Core) {
  const database = new DatabaseSync(workspaceOf(core).path, { readOnly: true });
  const count = (text: string) => Object.values(database.prepare(text).get() ?? {})[0];
  try {
    return [
      count('SELECT count(*) FROM ais_contacts WHERE file_id NOT IN (SELECT file_id FROM ais_files)'),
      count('SELECT count(*) FROM ais_index WHERE file_id NOT IN (SELECT file_id FROM ais_files)'),
      count(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name GLOB 'layer_[0-9a-f]*' AND name NOT IN (SELECT table_name FROM layers)",
      ),
    ];
  } finally {
    database.close();
  }
}

test('an import that is killed leaves nothing half, and repeating it lists its file once', async () => {
  const sea = simulatePass({ seed: 50, ships: 20 });
  const dataDir = await makeTempFolder();
  const reports = path.join(dataDir, 'reports.csv');
  writeFileSync(reports, toMarineCadastre(sea.contacts));
  const points = path.join(dataDir, 'points.geojson');
  const point = { type: 'Feature', geometry: { type: 'Point', coordinates: [129, 35] }, properties: {} };
  writeFileSync(points, JSON.stringify({ type: 'FeatureCollection', features: [point] }));
  await inCore(dataDir, true, (core) =>
    fillWorkspace(workspaceOf(core), [toRecord(sea, '00000000-0000-4000-8000-00000000aaaa')]),
  );
  const listed: number[] = [];
  for (const [file, method] of [
    [reports, 'copyAisContacts'],
    [reports, 'copyAisIndex'],
    [reports, 'finishAisFile'],
    [reports, 'aisPassInput'],
    [points, 'copyLayerRows'],
  ] as const) {
    const child = spawn(process.execPath, [program, dataDir, file, method], { stdio: 'inherit' });
    const [, signal] = await once(child, 'close');
    expect([method, signal]).toEqual([method, 'SIGKILL']);
    await inCore(dataDir, false, async (core) => {
      expect([method, ...countUnlisted(core)]).toEqual([method, 0, 0, 0]);
      listed.push((await workspaceOf(core).aisFiles()).length);
      // The start after a kill lists what was under way, and the user removes it.
      const [interrupted, other] = core.jobs.list().filter(({ kind }) => kind !== 'fetch');
      const title = `Import ${file === points ? 'a layer' : 'AIS reports'} from ${path.basename(file)}`;
      expect([interrupted, other]).toMatchObject([
        { kind: 'import', title, state: 'interrupted', resumable: false },
        undefined,
      ]);
      expect(interrupted?.outcome).toContain('Nothing half was kept');
      valued(await core.jobs.dismiss(interrupted?.id ?? ''));
    });
  }
  expect(listed).toEqual([0, 0, 1, 1, 1]);
  await inCore(dataDir, false, async (core) => {
    const preview = valued(
      await core.ais.preview({ path: reports, name: 'reports.csv', isTemporary: false }),
    );
    const started = valued(await core.ais.start(preview.file, preview));
    const ended = await eventually(() => {
      const job = core.jobs.list().find(({ id }) => id === started.id);
      if (!job || isActiveJob(job)) throw new Error('The import has not ended.');
      return job;
    });
    expect(ended.state).toBe('complete');
    const files = await workspaceOf(core).aisFiles();
    expect(files.map(({ name, contacts }) => [name, contacts])).toEqual([
      ['reports.csv', sea.contacts.length],
    ]);
    expect(countUnlisted(core)).toEqual([0, 0, 0]);
  });
});
