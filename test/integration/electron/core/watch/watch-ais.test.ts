import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createAis } from '../../../../../electron/core/ais/create-ais.ts';
import { createEvents } from '../../../../../electron/core/base/events.ts';
import { createJobRunner } from '../../../../../electron/core/jobs/job-runner.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { createRunTool } from '../../../../../electron/core/workspace-tools/run-tool.ts';
import { areaShapeSchema } from '../../../../../shared/areas/area.ts';
import { isActiveJob } from '../../../../../shared/jobs/job.ts';
import { toMarineCadastre, toRecord } from '../../../../builders/ais-sea.ts';
import { simulatePass } from '../../../../builders/ais-simulator.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { rectangleRing } from '../../../../builders/positions.ts';
import { buildUuid } from '../../../../builders/record-builder.ts';
import { createWatchWorld, valued } from '../../../../builders/watch-world.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const sea = simulatePass({ seed: 50, ships: 60 });
const later = { ...sea, pass: { ...sea.pass, timeMs: (sea.pass.timeMs ?? 0) + 5 * 60_000 } };

function aisOf(workspace: Workspace) {
  const events = createEvents();
  const onProblem = (error: unknown) => {
    throw error;
  };
  const jobs = createJobRunner({ events, onProblem });
  const runTool = createRunTool(coreWorkers.workspaceTools);
  const ais = createAis({
    workspace: () => workspace,
    jobs,
    events,
    readAisFile: (task, options) => runTool('readAisFile', task, options),
    matchAisPass: (input, options) => runTool('matchAisPass', input, options),
    onProblem,
    temporaryFolder: path.join(path.dirname(workspace.path), 'incoming'),
  });
  return {
    ais,
    async importReports(): Promise<void> {
      const file = path.join(await makeTempFolder(), 'reports.csv');
      writeFileSync(file, toMarineCadastre(sea.contacts));
      const preview = valued(await ais.preview({ path: file, name: 'reports.csv', isTemporary: false }));
      const job = valued(await ais.start(preview.file, preview));
      await eventually(() => {
        const present = jobs.get(job.id);
        if (!present || isActiveJob(present)) throw new Error('The import has not ended.');
      });
    },
  };
}

test('a rule about AIS makes its events when files let infer it, each once, and none where nothing is known', async () => {
  let ais: ReturnType<typeof aisOf> | undefined;
  const world = await createWatchWorld('2026-05-03T12:00:00.000Z', async () => await ais?.ais.update());
  ais = aisOf(world.workspace);
  const areaId = buildUuid();
  const ring = rectangleRing(129.1, 34.95, 129.3, 35.05);
  await world.workspace.upsertArea({
    id: areaId,
    name: 'Roads',
    shape: areaShapeSchema.parse({ kind: 'polygon', polygon: { type: 'Polygon', coordinates: [ring] } }),
    squareMetres: 2e8,
    createdAt: '2026-05-01T00:00:00.000Z',
    updatedAt: '2026-05-01T00:00:00.000Z',
  });
  await world.saveRule({
    name: 'None',
    areaId,
    condition: { kind: 'nothing' },
    expression: 'ais = "matched" and ais_distance > 100000',
  });
  await world.saveRule({ name: 'Silent', expression: 'ais = "no contact in reach"' });
  await world.saveRule({ name: 'Unmatched', expression: 'ais != "matched" and ais != "unknown"' });
  await world.fetch([toRecord(sea, '00000000-0000-4000-8000-00000000aaaa')]);
  // Nothing is known of any ship.
  expect(await world.events()).toEqual([]);

  await ais.importReports();
  await world.changeAis();
  const [summary] = (await world.workspace.aisOverview()).passes;
  const outcomes = summary?.figures.outcomes;
  const first = await world.events();
  const ofRule = (events: typeof first, name: string) => events.filter(({ ruleName }) => ruleName === name);
  expect(ofRule(first, 'Silent')).toHaveLength(outcomes?.['no contact in reach'] ?? 0);
  expect(ofRule(first, 'Silent').length).toBeGreaterThan(5);
  expect(ofRule(first, 'Silent')[0]?.finding.inference).toMatchObject({
    rule: 'Silent',
    statement: expect.stringMatching(
      /^AIS: no contact in reach, inferred from reports\.csv; by place, length and heading, rule \d+; .*Z\. The service does not state it\.$/,
    ),
  });
  // A look without such a ship is one only where AIS is known.
  expect(ofRule(first, 'None')).toHaveLength(1);
  await world.changeAis();
  expect(await world.events()).toHaveLength(first.length);

  // A pass that comes later is unknown: its file was read before.
  await world.fetch([toRecord(later, '00000000-0000-4000-8000-00000000bbbb')]);
  expect(await world.events()).toHaveLength(first.length);
  expect(world.problems).toEqual([]);
  await ais.ais.close();
}, 120_000);
