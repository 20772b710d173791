import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import type { InboxEvent } from '../../../../../shared/watch/watch-event.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import { buildPassRecord, saveArea, timeText } from '../../../../builders/watch-records.ts';
import { createWatchWorld, valued } from '../../../../builders/watch-world.ts';

const hour = 3_600_000;
const startedAt = '2025-11-01T00:00:00.000Z';
const start = Date.parse(startedAt);

describe('each event comes exactly once', () => {
  it('in seven days of overlapping fetches, records that come again changed, and restarts', async () => {
    const world = await createWatchWorld(startedAt);
    const random = seededRandom(34);
    await world.saveRule({ expression: 'length > 200' });
    // 1,000 records; a record is uploaded between 1 and 20 hours after its collection.
    const records = Array.from({ length: 1_000 }, (_, index) => ({
      id: buildUuid(),
      collected: start + random.between(0, 7 * 24 * 60 - 1) * 60_000,
      delay: random.between(1, 20) * hour,
      lengths: Array.from({ length: random.between(0, 3) }, () => random.between(100, 300)),
      index,
      version: 0,
    }));
    let fetchedUntil = start;
    for (let at = 6; at <= 8 * 24; at += 6) {
      world.now = start + at * hour;
      const isDue = ({ collected, delay }: (typeof records)[number]) =>
        collected + delay > fetchedUntil - hour && collected + delay <= world.now;
      // Corrected records are uploaded again: they are in the next fetch, with their detections moved by two meters.
      const corrected = records.filter(
        (record) => record.collected + record.delay <= fetchedUntil && random.chance(0.02),
      );
      for (const record of corrected) record.version += 1;
      const brought = [...records.filter(isDue), ...corrected];
      await world.fetch(
        brought.map(({ id, collected, lengths, version }) =>
          buildPassRecord(id, collected, lengths, {
            shift: version * 0.00002,
            qcStatus: version % 2 ? 'FAILED' : 'PASSED',
          }),
        ),
      );
      fetchedUntil = world.now;
      if (at % 48 === 0) await world.restart();
    }
    const facts = records.flatMap(({ id, lengths }) =>
      lengths.filter((length) => length > 200).map((length) => `${id} ${length} m`),
    );
    const expected = facts.length;
    const events: InboxEvent[] = [];
    for (let offset = 0; offset < expected + 200; offset += 200)
      events.push(...valued(await world.watch.inbox({ view: 'open', offset, limit: 200 })).events);
    const found = events.map(
      ({ finding: { statement, evidence } }) =>
        `${evidence.recordIds.join()} ${/\d+ m/.exec(statement)?.[0]}`,
    );
    expect(found.toSorted()).toEqual(facts.toSorted());
    for (const shown of world.notifications) expect(shown.length).toBeLessThanOrEqual(3);
    const notified = world.notifications
      .flat()
      .reduce(
        (sum, { eventId, body }) =>
          sum + (eventId === null ? Number.parseInt(body.replaceAll(',', ''), 10) : 1),
        0,
      );
    expect(notified).toBe(expected);
    expect(world.problems).toEqual([]);
  });

  it('also when Sightline ends before any of its writes', async () => {
    const methods = ['saveWatchRun', 'markNotified'] as const;
    for (const method of methods) {
      for (const moment of ['before', 'after'] as const) {
        const world = await createWatchWorld(startedAt);
        await world.saveRule();
        await world.restart((workspace): Workspace => {
          const write = workspace[method] as (...args: unknown[]) => Promise<unknown>;
          return {
            ...workspace,
            [method]: async (...args: unknown[]) => {
              if (moment === 'after') await write(...args);
              throw new Error('ended');
            },
          };
        });
        await world.fetch([buildPassRecord(buildUuid(), start, [210, 220])]);
        expect(world.problems).not.toEqual([]);
        await world.restart();
        await world.restart();
        expect(await world.events()).toHaveLength(2);
        // What was marked as shown when Sightline ended is in the inbox only.
        const isLost = method === 'markNotified' && moment === 'after';
        expect(world.notifications.flat()).toHaveLength(isLost ? 0 : 2);
      }
    }
  });

  it('when a detection disappears from its record and returns', async () => {
    const world = await createWatchWorld(startedAt);
    await world.saveRule();
    const id = buildUuid();
    const uuid = '7d4f6f6e-3f0e-4d55-8bb8-3e7a25f2f0aa';
    const build = (isThere: boolean, x: number) =>
      buildRecord({
        assignedId: id,
        features: isThere
          ? [buildFeature({ geometry: { type: 'Point', coordinates: [x, 31.2] }, properties: { uuid } })]
          : [],
      });
    for (const [isThere, x] of [
      [true, 121.2],
      [false, 0],
      [true, 121.3],
      [false, 0],
      [true, 121.25],
    ] as const) {
      world.now += hour;
      await world.fetch([build(isThere, x)]);
    }
    const [event, ...others] = await world.events();
    expect(others).toEqual([]);
    const page = { filter: {}, sort: { field: 'id', order: 'ASC' } as const, offset: 0, limit: 1 };
    const { rows } = await world.workspace.detectionPage(page);
    expect(event?.detectionId).toBe(rows[0]?.id);
  });

  it('and what matched before the rule comes never, however often its record comes again', async () => {
    const world = await createWatchWorld(startedAt);
    const [one, other] = [buildUuid(), buildUuid()];
    await world.fetch([buildPassRecord(one, start, [210, 150])]);
    const ruleId = await world.saveRule({ expression: 'length > 200' });
    world.now += hour;
    await world.fetch([
      buildPassRecord(one, start, [210, 150], { qcStatus: 'FAILED' }),
      buildPassRecord(other, start, [230]),
    ]);
    expect(await world.events()).toHaveLength(1);
    // It did not match before: it is a change.
    world.now += hour;
    await world.fetch([buildPassRecord(one, start, [210, 260])]);
    expect(await world.events()).toHaveLength(2);
    expect(valued(await world.watch.list()).rules).toMatchObject([{ rule: { id: ruleId }, events: 2 }]);
  });
});

it('what matches only since a review makes an event with the next fetch', async () => {
  const world = await createWatchWorld(startedAt);
  await world.fetch([buildPassRecord(buildUuid(), start, [210, 220])]);
  await world.saveRule({ expression: 'verdict = "confirmed"' });
  const [id = 0] = await world.workspace.matchingIds({});
  const change = { batch: buildUuid(), reviewer: 'anna', at: startedAt };
  await world.workspace.setReviews([id], { verdict: 'confirmed' }, change);
  for (let fetches = 0; fetches < 2; fetches += 1) {
    world.now += hour;
    await world.fetch([buildPassRecord(buildUuid(), start, [230])]);
  }
  expect((await world.events()).map((event) => [event.detectionId, event.finding.evidence.reviewer])).toEqual(
    [[id, 'anna']],
  );
});

it('a kill at any moment loses no event and shows none twice', async () => {
  const world = await createWatchWorld(startedAt);
  await world.saveRule();
  const program = fileURLToPath(new URL('../../../../builders/kill-watching.ts', import.meta.url));
  const shown: string[] = [];
  for (let kill = 0; kill < 4; kill += 1) {
    await world.whileClosed(async (file) => {
      const child = spawn(process.execPath, [program, file, world.searchId], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let text = '';
      for await (const chunk of child.stdout) {
        text += String(chunk);
        if (!text.includes(`done ${kill}`)) continue;
        await new Promise((resolve) => setTimeout(resolve, 17 * kill));
        break;
      }
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      shown.push(...(text.match(/(?<=^shown ).*$/gm) ?? []));
    });
  }
  const { detections } = await world.workspace.counts({});
  const { events, total } = valued(await world.watch.inbox({ view: 'open', offset: 0, limit: 200 }));
  expect(total).toBe(detections);
  expect(total).toBeGreaterThanOrEqual(10);
  // A notification that counts several has no event of its own.
  const all = [...shown, ...world.notifications.flat().map(({ eventId }) => String(eventId))].filter(
    (id) => id !== 'null',
  );
  expect(all.toSorted()).toEqual([...new Set(all)].toSorted());
  const ids = new Set(events.map(({ id }) => id));
  expect(all.every((id) => ids.has(id))).toBe(true);
  expect(world.problems).toEqual([]);
});

it('a rebuilt file knows the rules, their events and what matched before them', async () => {
  const world = await createWatchWorld(startedAt);
  const records = [1, 2, 3].map((index) => buildPassRecord(buildUuid(), start + index * hour, [210, 150]));
  await world.fetch(records.slice(0, 1));
  await world.saveRule({ expression: 'length > 200' });
  world.now += hour;
  await world.fetch(records);
  const before = await world.events();
  valued(await world.watch.changeInbox({ ids: before.slice(0, 1).map(({ id }) => id), isRead: true }));
  await world.rebuild();
  world.now += hour;
  await world.fetch([...records.toReversed(), buildPassRecord(buildUuid(), start, [230])]);
  const after = await world.events();
  expect(after.map(({ id }) => id)).toEqual([after[0]?.id, ...before.map(({ id }) => id)]);
  expect(after.map(({ isRead }) => isRead)).toEqual([false, true, false]);
  expect(after.every(({ detectionId }) => detectionId !== null)).toBe(true);
  expect(world.problems).toEqual([]);
});

it('a silenced fact never returns, and another one does', async () => {
  const world = await createWatchWorld(startedAt);
  const ruleId = await world.saveRule();
  const silence = { from: timeText(start), to: timeText(start + 24 * hour) };
  valued(await world.watch.silence(ruleId, silence));
  const record = buildPassRecord(buildUuid(), start + 3 * hour, [210]);
  await world.fetch([record]);
  // Long after the silence, a late upload of what was collected in it.
  world.now = start + 10 * 24 * hour;
  await world.fetch([
    { ...record, uploadTime: timeText(world.now) },
    buildPassRecord(buildUuid(), start + 5 * hour, [220]),
    buildPassRecord(buildUuid(), start + 25 * hour, [230]),
  ]);
  await world.restart();
  expect((await world.events()).map(({ collectedAt }) => collectedAt)).toEqual([timeText(start + 25 * hour)]);
  expect(await world.events('silenced')).toHaveLength(2);
  const [event] = await world.events();
  expect(world.notifications.flat()).toEqual([
    {
      id: event?.id,
      title: 'Rule',
      body: 'Large vessel, 230 m, near Shanghai. Collected 8 d 23 h ago.',
      eventId: event?.id,
    },
  ]);
});

it('a silence can be ended: what it has silenced stays so, and what comes after that is notified', async () => {
  const world = await createWatchWorld(startedAt);
  const id = await world.saveRule();
  const day = { from: timeText(start), to: timeText(start + 24 * hour) };
  const other = { from: timeText(0), to: timeText(start - hour) };
  valued(await world.watch.silence(id, other));
  valued(await world.watch.silence(id, day));
  await world.fetch([buildPassRecord(buildUuid(), start + hour, [210])]);
  expect(valued(await world.watch.endSilence(id, day)).silences).toEqual([other]);
  world.now += hour;
  await world.fetch([buildPassRecord(buildUuid(), start + 2 * hour, [220])]);
  expect(await world.events('silenced')).toHaveLength(1);
  expect(await world.events()).toHaveLength(1);
  expect(world.notifications.flat()).toHaveLength(1);
  expect(await world.watch.endSilence(buildUuid(), day)).toMatchObject({ failure: { code: 'not-found' } });
});

it('5,000 hits make at most three notifications', async () => {
  const world = await createWatchWorld(startedAt);
  await world.saveRule();
  await world.fetch(
    Array.from({ length: 50 }, () =>
      buildPassRecord(
        buildUuid(),
        start,
        Array.from({ length: 100 }, () => 210),
      ),
    ),
  );
  expect(world.notifications.map((shown) => shown.length)).toEqual([3]);
  expect(world.notifications[0]?.at(-1)?.body).toBe('4,998 more findings in the inbox.');
  expect(valued(await world.watch.inbox({ view: 'unread', offset: 0, limit: 1 }))).toMatchObject({
    total: 5_000,
    unread: 5_000,
  });
});

describe('passes over an area', () => {
  it('in which nothing was found make an event, and partial fetches and partial passes make none', async () => {
    const world = await createWatchWorld(startedAt);
    const areaId = await saveArea(world);
    await world.saveRule({ areaId, condition: { kind: 'nothing' }, expression: 'length > 200' });
    const part = 'POLYGON ((121 31, 121.2 31, 121.2 31.5, 121 31.5, 121 31))';
    await world.fetch([
      buildPassRecord(buildUuid(), start + hour, [150]),
      buildPassRecord(buildUuid(), start + 2 * hour, [250]),
      buildPassRecord(buildUuid(), start + 3 * hour, [], { footprint: part }),
    ]);
    const [event, ...others] = await world.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      collectedAt: timeText(start + hour),
      finding: {
        statement:
          'Nothing found at Roads: a pass for Large vessel that covers 100 % of it has no matching detection.',
        evidence: {
          detectionCount: 0,
          looks: [{ matches: 0, share: expect.closeTo(1, 2) }],
          recordIds: [expect.any(String)],
        },
      },
    });
    world.now += hour;
    await world.fetch([buildPassRecord(buildUuid(), start + 4 * hour, [])], 'failed');
    expect(await world.events()).toHaveLength(1);
  });

  it('with a ship for two passes in a row make one event', async () => {
    const world = await createWatchWorld(startedAt);
    const areaId = await saveArea(world);
    await world.saveRule({
      areaId,
      condition: { kind: 'count', least: 1, looks: 2 },
      expression: 'length > 200',
    });
    for (const [index, lengths] of [[150], [210], [], [220], [230], [240]].entries()) {
      world.now = start + index * 24 * hour;
      await world.fetch([buildPassRecord(buildUuid(), world.now - hour, lengths)]);
    }
    const events = await world.events();
    expect(events.map(({ finding }) => finding.statement)).toEqual([
      'At least 1 matching detection at Roads (Large vessel) in each of 2 passes in a row.',
    ]);
    expect(events[0]?.finding.inference?.statement).toContain('the same objects is not known');
  });
});

it('a changed QC status makes an event with what it was and is', async () => {
  const world = await createWatchWorld(startedAt);
  const id = buildUuid();
  await world.fetch([buildPassRecord(id, start, [210])]);
  await world.saveRule({ condition: { kind: 'qc' }, expression: 'length > 200' });
  world.now += hour;
  const failed = [buildPassRecord(id, start, [210], { qcStatus: 'FAILED' })];
  await world.fetch(failed);
  world.now += hour;
  await world.fetch(failed);
  expect((await world.events()).map(({ finding }) => finding.statement)).toEqual([
    'QC status of a record with 1 matching detection changed. Large vessel: PASSED → FAILED.',
  ]);
});

describe('a rule', () => {
  it('states up to when it has watched, and why not any longer', async () => {
    const world = await createWatchWorld(startedAt);
    const id = await world.saveRule();
    const status = async () => valued(await world.watch.list()).rules[0]?.status;
    expect(await status()).toMatchObject({ watchedUntil: null, unwatched: { kind: 'never-fetched' } });
    await world.fetch([]);
    expect(await status()).toMatchObject({ watchedUntil: startedAt, unwatched: null });
    world.now += hour;
    await world.fetch([buildPassRecord(buildUuid(), start, [210])], 'failed');
    expect(await status()).toMatchObject({
      watchedUntil: startedAt,
      unwatched: { kind: 'fetch-failed' },
    });
    // What came is shown nevertheless.
    expect(await world.events()).toHaveLength(1);
    world.now = start + 31 * 24 * hour;
    await world.fetch([buildPassRecord(buildUuid(), start, [220])]);
    expect(await status()).toMatchObject({ watchedUntil: startedAt, unwatched: { kind: 'expired' } });
    expect(await world.events()).toHaveLength(1);
    valued(await world.watch.confirm(id));
    await world.watch.settled();
    // What was fetched in between is evaluated.
    expect(await world.events()).toHaveLength(2);
    expect(await status()).toMatchObject({ watchedUntil: timeText(world.now), unwatched: null });
  });

  it('counts what it matches of the present detections', async () => {
    const world = await createWatchWorld(startedAt);
    await world.fetch([buildPassRecord(buildUuid(), start, [150, 210, 220])]);
    const settings = { id: buildUuid(), name: 'R', searchId: world.searchId, areaId: null, minShare: 1 };
    const preview = async (expression?: string) =>
      valued(
        await world.watch.preview({
          ...settings,
          condition: { kind: 'any' },
          ...(expression === undefined ? {} : { expression }),
        }),
      );
    expect(await preview('length > 200')).toEqual({ matching: 2, all: 3 });
    expect(await preview()).toEqual({ matching: 3, all: 3 });
  });

  it('is deleted and restored, and then evaluates what came in between', async () => {
    const world = await createWatchWorld(startedAt);
    const id = await world.saveRule();
    valued(await world.watch.remove(id));
    await world.fetch([buildPassRecord(buildUuid(), start, [210])]);
    expect(await world.events()).toEqual([]);
    valued(await world.watch.restore(id));
    await world.watch.settled();
    expect(await world.events()).toHaveLength(1);
    expect(await world.watch.remove(buildUuid())).toMatchObject({ failure: { code: 'not-found' } });
  });
});

it('the inbox marks events as read and snoozes them for a time', async () => {
  const world = await createWatchWorld(startedAt);
  await world.saveRule();
  await world.fetch([buildPassRecord(buildUuid(), start, [210, 220, 230])]);
  const [one, two] = await world.events();
  if (!one || !two) throw new Error('There are no events.');
  expect(valued(await world.watch.changeInbox({ ids: [one.id], isRead: true }))).toBe(1);
  expect(valued(await world.watch.changeInbox({ ids: [one.id], isRead: true }))).toBe(0);
  expect(await world.events('unread')).toHaveLength(2);
  const until = timeText(world.now + hour);
  valued(await world.watch.changeInbox({ ids: [two.id], snoozedUntil: until }));
  expect(await world.events()).toHaveLength(2);
  expect(await world.events('snoozed')).toMatchObject([{ id: two.id, snoozedUntil: until }]);
  await world.restart();
  world.now += hour;
  expect(await world.events()).toHaveLength(3);
  expect(valued(await world.watch.changeInbox({ isRead: true }))).toBe(2);
  expect(await world.events('unread')).toEqual([]);
});
