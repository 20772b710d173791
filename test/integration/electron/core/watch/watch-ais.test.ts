import { expect, test } from 'vitest';
import { aisOf } from '../../../../builders/ais-of.ts';
import { toMarineCadastre, toRecord } from '../../../../builders/ais-sea.ts';
import { simulatePass } from '../../../../builders/ais-simulator.ts';
import { rectangleShape } from '../../../../builders/order-draft-builder.ts';
import { saveArea } from '../../../../builders/watch-records.ts';
import { createWatchWorld } from '../../../../builders/watch-world.ts';

const sea = simulatePass({ seed: 50, ships: 60 });
const later = { ...sea, pass: { ...sea.pass, timeMs: (sea.pass.timeMs ?? 0) + 5 * 60_000 } };

test('a rule about AIS makes its events when files let infer it, each once, and none where nothing is known', async () => {
  let ais: ReturnType<typeof aisOf> | undefined;
  const world = await createWatchWorld('2026-05-03T12:00:00.000Z', async () => await ais?.ais.update());
  ais = aisOf(world.workspace);
  const areaId = await saveArea(world, rectangleShape(129.1, 34.95, 129.3, 35.05));
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
  // That a pass shows no such ship is known only where AIS is.
  expect(ofRule(first, 'None')).toHaveLength(1);
  await world.changed('ais');
  expect(await world.events()).toHaveLength(first.length);

  // A pass that comes later is matched from the index of the file.
  await world.fetch([toRecord(later, '00000000-0000-4000-8000-00000000bbbb')]);
  const [, second] = (await world.workspace.aisOverview()).passes;
  expect(second?.state).toBe('matched');
  expect(ofRule(await world.events(), 'Silent')).toHaveLength(
    ofRule(first, 'Silent').length + (second?.figures.outcomes['no contact in reach'] ?? 0),
  );
  await world.changed('ais');
  expect(ofRule(await world.events(), 'None')).toHaveLength(2);
  expect(world.problems).toEqual([]);
  await ais.ais.close();
}, 120_000);

const day = 86_400_000;
const recordOfDay = (at: number) => {
  const found = simulatePass({ seed: 51, ships: 14, timeMs: Date.UTC(2026, 4, 3, 9, 31) + at * day });
  // On the fourth day most ships are gone.
  const detections = at === 3 ? found.pass.detections.slice(0, 3) : found.pass.detections;
  const id = `00000000-0000-4000-8000-0000000000${String(at).padStart(2, '0')}`;
  return { found, record: toRecord({ ...found, pass: { ...found.pass, detections } }, id) };
};

test.each([
  ['in a file that is read as a fetch ends', 'complete', 'ais'],
  ['in a file that was read before a fetch was complete', 'cancelled', undefined],
] as const)(
  'a pass is compared with the baseline once AIS is known %s',
  async (_name, state, change) => {
    let ais: ReturnType<typeof aisOf> | undefined;
    const world = await createWatchWorld('2026-05-20T12:00:00.000Z', async () => await ais?.ais.update());
    ais = aisOf(world.workspace);
    const areaId = await saveArea(world, rectangleShape(128.95, 34.8, 129.45, 35.2));
    await world.saveRule({ areaId, condition: { kind: 'baseline' }, expression: 'ais = "matched"' });
    const days = Array.from({ length: 9 }, (_, at) => recordOfDay(at));
    await world.fetch(
      days.map(({ record }) => record),
      state,
    );
    expect(await world.events()).toEqual([]);

    await ais.importText(toMarineCadastre(days.flatMap(({ found }) => found.contacts)));
    expect((await world.workspace.aisOverview()).passes.map((pass) => pass.state)).toEqual(
      days.map(() => 'matched'),
    );
    if (change === undefined) await world.changed('ais');
    expect(await world.events()).toEqual([]);
    world.now += 60_000;
    await world.fetch([recordOfDay(12).record], 'complete', change);
    const [event, ...others] = await world.events();
    expect(others).toEqual([]);
    expect(event?.collectedAt).toBe('2026-05-06T09:31:00.000Z');
    await world.changed('ais');
    expect(await world.events()).toHaveLength(1);
    expect(world.problems).toEqual([]);
    await ais.ais.close();
  },
  120_000,
);
