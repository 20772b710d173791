import { expect, test } from 'vitest';
import { areaShapeSchema } from '../../../../../shared/areas/area.ts';
import { aisOf } from '../../../../builders/ais-of.ts';
import { toMarineCadastre, toRecord } from '../../../../builders/ais-sea.ts';
import { simulatePass } from '../../../../builders/ais-simulator.ts';
import { rectangleRing } from '../../../../builders/positions.ts';
import { buildUuid } from '../../../../builders/record-builder.ts';
import { createWatchWorld } from '../../../../builders/watch-world.ts';

const sea = simulatePass({ seed: 50, ships: 60 });
const later = { ...sea, pass: { ...sea.pass, timeMs: (sea.pass.timeMs ?? 0) + 5 * 60_000 } };

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

  await ais.importText(toMarineCadastre(sea.contacts));
  await world.changed('ais');
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
  await world.changed('ais');
  expect(await world.events()).toHaveLength(first.length);

  // A pass that comes later is unknown: its file was read before.
  await world.fetch([toRecord(later, '00000000-0000-4000-8000-00000000bbbb')]);
  expect(await world.events()).toHaveLength(first.length);
  expect(world.problems).toEqual([]);
  await ais.ais.close();
}, 120_000);
