import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { derivedColumns } from '../../../../../electron/core/exchange/rows/derived-columns.ts';
import type { DetectionSourceRow } from '../../../../../electron/core/exchange/rows/detection-source.ts';
import { createSql } from '../../../../../electron/core/workspace/file/sql.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { rebuildWorkspace } from '../../../../../electron/core/workspace-tools/tasks/rebuild-workspace.ts';
import { hasReportsNear } from '../../../../../shared/ais/pass-outcome.ts';
import { aisOf } from '../../../../builders/ais-of.ts';
import { toMarineCadastre, toRecord } from '../../../../builders/ais-sea.ts';
import { simulatePass } from '../../../../builders/ais-simulator.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import { buildToolRun } from '../../../../builders/tool-run.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const sea = simulatePass({ seed: 50, ships: 60 });
const recordId = '00000000-0000-4000-8000-00000000aaaa';

async function matchesOf(workspace: Workspace) {
  const { rows } = await workspace.detectionPage({
    filter: {},
    sort: { field: 'id', order: 'ASC' },
    offset: 0,
    limit: 1000,
  });
  const found = new Map<string, Awaited<ReturnType<Workspace['aisOfDetection']>>>();
  for (const { id, properties } of rows)
    found.set(String(properties.simulated), await workspace.aisOfDetection(id));
  return { found, ids: new Map(rows.map(({ id, properties }) => [String(properties.simulated), id])) };
}

test('a file is imported and matched; decisions stay through a refetch and a rebuild, and can be undone', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, events, importText } = aisOf(workspace);
  const job = await importText(toMarineCadastre(sea.contacts));
  expect(job.state).toBe('complete');
  expect(job.outcome).toMatch(
    /^[\d,]+ reports of \d+ contacts within reach, of [\d,]+ rows; 1 pass matched\.$/,
  );
  const [file] = await workspace.aisFiles();
  expect(file).toMatchObject({
    publisher: 'MarineCadastre',
    name: 'reports.csv',
    contacts: sea.contacts.length,
  });
  const [outcome] = await workspace.aisOutcomes();
  expect(outcome?.files).toEqual(['reports.csv']);
  const {
    passes: [summary],
  } = await workspace.aisOverview();
  const matched = summary?.figures.outcomes.matched ?? 0;
  expect(matched).toBeGreaterThan(20);
  expect(Object.values(summary?.figures.outcomes ?? {}).reduce((sum, count) => sum + count)).toBe(
    sea.pass.detections.length,
  );
  const { found, ids } = await matchesOf(workspace);
  for (const [simulated, of] of found) {
    if (of?.match.state !== 'matched') continue;
    expect(of.match.candidate.identifier).toBe(sea.truth.get(simulated));
    expect(of.statics[of.match.candidate.identifier]).toBeDefined();
  }

  const [undecided = 0, ...more] = await workspace.aisUndecided();
  const idsOf = async (expression: string) => [...(await workspace.matchingIds({ expression }))].toSorted();
  expect(await idsOf('ais = "ambiguous"')).toEqual([undecided, ...more].toSorted());
  expect(await idsOf('ais = "matched" and ais_distance >= 0')).toHaveLength(matched);
  expect(await idsOf('ais_contact = "440100000"')).toEqual([]);
  expect(undecided).toBeGreaterThan(0);
  const info = { by: 'Kim', at: '2026-11-27T10:00:00.000Z' };
  const decide = (decision: string) =>
    workspace.decideAis([{ detectionId: undecided, decision, expected: null }], info);
  expect(await decide('440100000')).toBe('recorded');
  expect(await decide('none')).toBe('conflict');
  expect(await workspace.aisUndecided()).not.toContain(undecided);
  await workspace.clearCaches();
  expect(await idsOf('ais_contact = "440100000" and ais = "decided"')).toEqual([undecided]);
  const simulated = [...ids].find(([, id]) => id === undecided)?.[0] ?? '';

  // The record comes again in another order, and with one detection elsewhere.
  const moved = sea.pass.detections.toReversed().map((detection, index) => ({
    ...detection,
    latitude: detection.latitude + (index === 0 ? 0.003 : 0),
  }));
  const again = { ...sea, pass: { ...sea.pass, detections: moved } };
  await fillWorkspace(workspace, [{ ...toRecord(again, recordId), uploadTime: '2026-11-19T00:00:00.000Z' }]);
  events.publish({ type: 'changed', topic: 'results' });
  await eventually(async () => {
    const [later] = await workspace.aisOutcomes();
    if (later?.matchedAt === outcome?.matchedAt) throw new Error('The pass is not matched again yet.');
  });
  const refetched = await matchesOf(workspace);
  expect(refetched.found.get(simulated)?.decision).toMatchObject({ decision: '440100000', by: 'Kim' });
  await ais.close();
  await workspace.close();
  const database = new DatabaseSync(workspace.path, { readOnly: true });
  const exported = derivedColumns(createSql(database)).filter(({ name }) => name.startsWith('ais_'));
  expect(exported.map(({ name }) => name)).toEqual([
    'ais_inferred_outcome',
    'ais_inferred_contact',
    'ais_inferred_distance_m',
    'ais_coverage',
    'ais_inferred_from',
  ]);
  const row = { id: refetched.ids.get(simulated) } as DetectionSourceRow;
  expect(exported.map((column) => column.of === 'detection' && column.read(row)).slice(0, 2)).toEqual([
    'decided',
    '440100000',
  ]);
  expect(exported.at(-1)).toMatchObject({ of: 'detection' });
  const [source] = exported.slice(-1).map((column) => column.of === 'detection' && column.read(row));
  expect(source).toMatch(
    /^decided by Kim, 2026-11-27T10:00:00\.000Z; reports\.csv; by place, length and heading, rule \d+; /,
  );
  database.close();

  const rebuilt = path.join(path.dirname(workspace.path), 'rebuilt.gpkg');
  const report = await rebuildWorkspace({ from: [workspace.path], to: rebuilt }, buildToolRun());
  expect(report.tables.filter(({ table, lost }) => table.startsWith('ais_') && lost > 0)).toEqual([]);
  const reopened = await openTestWorkspace(rebuilt);
  expect(await reopened.aisOutcomes()).toEqual([]);
  const other = aisOf(reopened);
  expect(await other.ais.update()).toBe(1);
  const remade = await matchesOf(reopened);
  expect(remade.found.get(simulated)?.decision).toMatchObject({ decision: '440100000', by: 'Kim' });
  const id = remade.ids.get(simulated) ?? 0;
  expect(await reopened.decideAis([{ detectionId: id, decision: null, expected: '440100000' }], info)).toBe(
    'recorded',
  );
  const undone = await reopened.aisOfDetection(id);
  expect(undone?.decision).toBeNull();
  expect(undone?.history.map(({ decision }) => decision)).toEqual(['440100000', null]);
  const states = (matches: typeof remade) =>
    [...matches.found].map(([name, of]) => [name, of?.match.state]).toSorted();
  expect(states(remade)).toEqual(states(refetched));
  await other.ais.close();
  await reopened.close();
}, 120_000);

test('a pass that was fetched later is unknown until a file without an index is read again, in one step', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, events, importText } = aisOf(workspace);
  const halfHour = 30 * 60_000;
  const later = { ...sea, pass: { ...sea.pass, timeMs: (sea.pass.timeMs ?? 0) + halfHour } };
  const older = { ...sea, pass: { ...sea.pass, timeMs: Date.UTC(2020, 0, 1) } };
  const text = toMarineCadastre(sea.contacts);
  await importText(text);
  const [first] = await workspace.aisFiles();
  const database = new DatabaseSync(workspace.path);
  database.exec("UPDATE ais_files SET body = json_remove(body, '$.indexBytes'); DELETE FROM ais_index");
  database.close();
  await fillWorkspace(workspace, [
    toRecord(later, '00000000-0000-4000-8000-00000000bbbb'),
    toRecord(older, '00000000-0000-4000-8000-00000000cccc'),
  ]);
  events.publish({ type: 'changed', topic: 'results' });
  await ais.update();
  const before = await workspace.aisOverview();
  expect(before.passes.map(({ state }) => state)).toEqual(['matched', 'unread']);
  expect(before).toMatchObject({ withoutFile: 1, notComparable: 0 });
  const [, unread] = before.passes;
  expect(unread).toMatchObject({ unreadFiles: [first?.id], notSeen: null, files: [] });
  expect(unread?.figures.outcomes.unknown).toBe(sea.pass.detections.length);
  const unknown = await workspace.matchingIds({ expression: 'ais = "unknown" and ais_coverage = "unknown"' });
  expect(unknown.length).toBeGreaterThanOrEqual(2 * sea.pass.detections.length);

  const job = await importText(text, { replaces: first?.id ?? '' });
  expect(job.outcome).toMatch(/; 2 passes matched\.$/);
  const files = await workspace.aisFiles();
  expect(files).toHaveLength(1);
  expect(files[0]?.id).not.toBe(first?.id);
  const after = await workspace.aisOverview();
  expect(after.passes.map(({ state, unreadFiles }) => [state, unreadFiles])).toEqual([
    ['matched', []],
    ['matched', []],
  ]);
  expect(after.passes[1]?.figures.outcomes.matched).toBeGreaterThan(5);
  await ais.close();
  await workspace.close();
});

test('a pass that was fetched later is matched from the index of a file, as if it had been there before', async () => {
  const laterMs = (sea.pass.timeMs ?? 0) + 30 * 60_000;
  const records = [
    toRecord(sea, recordId),
    toRecord({ ...sea, pass: { ...sea.pass, timeMs: laterMs } }, '00000000-0000-4000-8000-00000000bbbb'),
  ];
  const text = toMarineCadastre(sea.contacts);
  const states = async (workspace: Workspace) => {
    const { rows } = await workspace.detectionPage({
      ...{ filter: {}, sort: { field: 'id', order: 'ASC' } as const },
      ...{ offset: 0, limit: 1000 },
    });
    const matches = await Promise.all(rows.map(({ id }) => workspace.aisOfDetection(id)));
    const { passes } = await workspace.aisOverview();
    const contacts = await Promise.all(passes.map(({ passKey }) => workspace.aisContacts(passKey)));
    return {
      passes: passes.map(({ state, figures, notSeen, unreadFiles }) => ({
        state,
        figures,
        notSeen,
        unreadFiles,
      })),
      matches: matches.map((each) => each && { ...each.match, tracks: each.tracks, statics: each.statics }),
      contacts,
    };
  };
  const before = await openTestWorkspace();
  await fillWorkspace(before, records);
  const whole = aisOf(before);
  await whole.importText(text);
  const expected = await states(before);
  expect(expected.passes.map(({ state }) => state)).toEqual(['matched', 'matched']);
  expect(expected.passes[1]?.figures.outcomes.matched).toBeGreaterThan(5);

  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, records.slice(0, 1));
  const { ais, importText } = aisOf(workspace);
  await importText(text);
  await fillWorkspace(workspace, records.slice(1));
  await workspace.clearCaches();
  expect((await workspace.aisOverview()).passes.map(({ state }) => state)).toEqual(['matched', 'due']);
  expect(await ais.update()).toBe(1);
  expect(await states(workspace)).toEqual(expected);
  const [[file], [same]] = [await workspace.aisFiles(), await before.aisFiles()];
  expect(file).toEqual({ ...same, id: file?.id, importedAt: file?.importedAt });
  expect(file?.indexBytes).toBeLessThan((file?.rows ?? 0) * 20);
  expect(await ais.update()).toBe(0);

  expect(await workspace.deleteAisFile(file?.id ?? '')).toBe(true);
  const database = new DatabaseSync(workspace.path, { readOnly: true });
  expect(database.prepare('SELECT count(*) AS count FROM ais_index').get()).toEqual({ count: 0 });
  database.close();
  for (const each of [ais, whole.ais]) await each.close();
  for (const each of [before, workspace]) await each.close();
});

test('a file without any pass of its time is matched with those that are fetched later', async () => {
  const workspace = await openTestWorkspace();
  const { ais, importText } = aisOf(workspace);
  const job = await importText(toMarineCadastre(sea.contacts));
  expect(job.warnings.join(' ')).toMatch(
    /out of reach of all passes, saved in the index for later ones only/,
  );
  expect((await workspace.aisFiles())[0]).toMatchObject({ contacts: 0, accepted: 0 });
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  await ais.update();
  const { passes } = await workspace.aisOverview();
  expect(passes).toMatchObject([{ state: 'matched', unreadFiles: [] }]);
  expect(passes[0]?.figures.outcomes.matched).toBeGreaterThan(20);
  await ais.close();
  await workspace.close();
});

test('a length or heading that the user has corrected is matched again', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, importText } = aisOf(workspace);
  await importText(toMarineCadastre(sea.contacts));
  expect(await ais.update()).toBe(0);
  const [before] = (await workspace.aisOverview()).passes;
  const format = { productType: 'Detections', documentVersion: '1.2' };
  const inFeet = { meaning: 'lengthMetres', unit: 'ft' } as const;
  const corrections = [{ format, property: 'length', expected: null, to: inFeet }];
  expect(await workspace.correctProperties(corrections, '2026-11-27T10:00:00.000Z')).toBeNull();
  expect((await workspace.aisOverview()).passes[0]?.state).toBe('due');
  expect(await ais.update()).toBe(1);
  const [after] = (await workspace.aisOverview()).passes;
  expect(after?.state).toBe('matched');
  expect(after?.figures.outcomes.matched).not.toBe(before?.figures.outcomes.matched);
  await ais.close();
  await workspace.close();
});

test('the contacts of a pass have their tracks, and lines to what they are or may be', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, importText } = aisOf(workspace);
  await importText(toMarineCadastre(sea.contacts));
  const [pass] = (await workspace.aisOverview()).passes;
  const passKey = pass?.passKey ?? '';
  const linked = async () => {
    const { contacts } = await workspace.aisContacts(passKey);
    return contacts.flatMap(({ identifier, links }) =>
      links.map(({ detectionId, isCertain }) => `${identifier} ${detectionId} ${isCertain}`),
    );
  };
  const { contacts } = await workspace.aisContacts(passKey);
  const certain = contacts.flatMap(({ links }) => links.filter(({ isCertain }) => isCertain));
  expect(certain).toHaveLength(pass?.figures.outcomes.matched ?? 0);
  expect(new Set(certain.map(({ detectionId }) => detectionId)).size).toBe(certain.length);
  expect(contacts.some(({ track }) => track.length > 10)).toBe(true);
  expect(Math.max(...contacts.map(({ track }) => track.length))).toBeLessThanOrEqual(62);
  const [undecided = 0] = await workspace.aisUndecided();
  const candidates = (await linked()).filter((line) => line.includes(` ${undecided} `));
  expect(candidates.length).toBeGreaterThan(0);
  const info = { by: 'Kim', at: '2026-11-27T10:00:00.000Z' };
  const [chosen = ''] = candidates[0]?.split(' ') ?? [];
  await workspace.decideAis([{ detectionId: undecided, decision: chosen, expected: null }], info);
  expect((await linked()).filter((line) => line.includes(` ${undecided} `))).toEqual([
    `${chosen} ${undecided} true`,
  ]);
  expect((await workspace.aisOverview()).passes[0]?.figures.outcomes.decided).toBe(1);
  await workspace.decideAis([{ detectionId: undecided, decision: 'none', expected: chosen }], info);
  expect((await linked()).filter((line) => line.includes(` ${undecided} `))).toEqual([]);
  expect(await workspace.aisContacts('no such pass')).toEqual({ contacts: [] });
  await ais.close();
  await workspace.close();
});

test('reports out of reach are counted and left out, and a file of no table is refused', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, importText } = aisOf(workspace);
  const job = await importText(
    'mmsi,time,lon,lat\n219000123,2026-05-03T09:31:05Z,10,55\n219000123,2019-05-03T09:31:05Z,129.2,35\n219000124,2026-05-03T09:31:05Z,129.2,35\n',
  );
  expect(job.outcome).toBe('1 report of 1 contact within reach, of 3 rows; 1 pass matched.');
  expect(job.warnings).toEqual([
    '2 rows out of reach of all passes, saved in the index for later ones only.',
  ]);
  const unread = await importText(
    'mmsi,time,lon,lat\n219000123,2026-05-03T09:31:05Z,129.2,35\nship,yesterday,129.2,35\n219000123,noon,129.2,35\n219000123,noon,129.2,35\n219000123,dawn,129.2,35\n219000123,dusk,129.2,35\n',
  );
  expect(unread.failure?.message).toBe(
    '5 of 6 rows of reports.csv cannot be read, so nothing was imported. 4 in the column “time” (time): row 4 has “noon”, row 5 has “noon”, row 6 has “dawn”; 1 in the column “mmsi” (identifier): row 3 has “ship”. Choose other columns, or how times are written.',
  );
  expect(await workspace.aisFiles()).toHaveLength(1);
  const noTime = await importText('mmsi,time,lon,lat\n219000123,,,\n');
  expect([noTime.state, noTime.warnings]).toEqual([
    'complete',
    ['1 row without a position, read for what the ship is.'],
  ]);
  const other = await importText('mmsi,time,lon,lat\n219000123,2020-05-03T09:31:05Z,129.2,35\n');
  expect(other.warnings[0]).toBe('No pass was taken within an hour of its reports.');
  const file = path.join(await makeTempFolder(), 'text.csv');
  writeFileSync(file, 'nothing\n');
  expect(await ais.preview({ path: file, name: 'text.csv', isTemporary: false })).toMatchObject({
    ok: false,
    failure: { code: 'invalid-input' },
  });
  const unclosed = await importText(`mmsi,time,lon,lat\n219000123,"${'x'.repeat(3_000_000)}`);
  expect(unclosed).toMatchObject({ state: 'failed' });
  expect(unclosed.failure?.message).toContain('Line 2 of reports.csv has more than a million characters');
  await ais.close();
  await workspace.close();
});

test('each row of a file is in one number of its card; values that are not read are counted, too', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, importText } = aisOf(workspace);
  const random = seededRandom(46);
  const time = (minutes: number) => new Date((sea.pass.timeMs ?? 0) + minutes * 60_000).toISOString();
  const good = () => [random.pick(['219000123', '219000124']), time(random.between(-60, 60)), '129.2', '35'];
  const kinds: readonly (() => readonly string[])[] = [
    good,
    good,
    () => ['21900012', time(random.between(-60, 60)), '129.2', '35'],
    () => ['219000125', time(random.pick([1, 2])), '129.2', '35'],
    () => ['219000123', time(random.between(-60, 60)), random.pick(['131', '127']), '35'],
    () => [random.pick(['ship', '', '0']), time(1), '129.2', '35'],
    () => ['219000123', 'noon', random.pick(['129.2', 'ten', '181']), '35'],
    () => ['219000123', time(1), random.pick(['181', '360.5', 'east']), '91'],
    () => ['219000123', time(1), random.pick(['0', '360', '-360', '-0.0']), '0'],
    () => ['219000123', random.pick([time(1), 'noon', '']), '', ''],
    () => ['219000123', random.pick(['2019-05-03T09:31:05Z', time(600)]), '129.2', '35'],
  ];
  for (let round = 0; round < 12; round += 1) {
    const count = random.between(60, 200);
    const rows = Array.from({ length: count }, (_, index) => [
      // Nine of ten can be read, so that the file is imported.
      ...(index % 10 === 0 ? random.pick(kinds) : random.pick(kinds.slice(0, 5)))(),
      random.pick(['12.5', '102.3', 'fast', '']),
      random.pick(['120', 'long', '1000', '']),
    ]);
    const text = ['mmsi,time,lon,lat,sog,length', ...rows.map((row) => row.join(','))].join('\n');
    const { outcome, warnings } = await importText(text);
    const numberOf = (sentence: string | null | undefined) => Number(/^\d+/.exec(sentence ?? '')?.[0]);
    const left = warnings.filter((warning) => /^\d+ rows? (?!with an identifier that)/.test(warning));
    const [file] = (await workspace.aisFiles()).slice(-1);
    expect(numberOf(outcome), text).toBe(file?.accepted);
    expect(outcome).toContain(`, of ${count} rows; 1 pass matched.`);
    expect(
      left.reduce((sum, warning) => sum + numberOf(warning), numberOf(outcome)),
      text,
    ).toBe(count);
    expect(warnings.filter((warning) => /^1 (rows|reports)|^(?!1 )\d+ row /.test(warning))).toEqual([]);
    const rowsWith = (column: number, isUnread: (cell: string) => boolean) =>
      rows.filter((row) => isUnread(row[column] ?? '')).length;
    expect(warnings.at(-1)).toContain(
      `speed in ${rowsWith(4, (cell) => cell === 'fast' || cell === '102.3')} rows (such as “`,
    );
    expect(warnings.at(-1)).toContain(
      `length in ${rowsWith(5, (cell) => cell === 'long' || cell === '1000')} rows (such as “`,
    );
    expect(warnings.at(-1)).toMatch(/^Values that are no numbers, out of range or “not available”/);
    const database = new DatabaseSync(workspace.path, { readOnly: true });
    const saved = database
      .prepare(
        'SELECT sum(length(reports)) / 48 AS reports, count(*) AS contacts FROM ais_contacts WHERE file_id = ?',
      )
      .get(file?.id ?? '');
    database.close();
    expect(saved).toEqual({ reports: file?.accepted, contacts: file?.contacts });
  }
  await ais.close();
  await workspace.close();
}, 120_000);

test('a file in the place of another one names it on its card, unless it has its name', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, importText } = aisOf(workspace);
  const text = toMarineCadastre(sea.contacts);
  const replaced = ({ warnings }: { readonly warnings: readonly string[] }) =>
    warnings.filter((warning) => warning.includes('replaces'));
  expect(replaced(await importText(text, { name: 'first.csv' }))).toEqual([]);
  expect(replaced(await importText(text, { name: 'first.csv' }))).toEqual([]);
  const again = await importText(text, { name: 'second.csv' });
  expect(replaced(again)).toEqual(['It replaces “first.csv”, which was imported before.']);
  const [file] = await workspace.aisFiles();
  const other = await importText(`${text}\n`, { name: 'third.csv', replaces: file?.id ?? '' });
  expect(replaced(other)).toEqual(['It replaces “second.csv”, which was imported before.']);
  expect((await workspace.aisFiles()).map(({ name }) => name)).toEqual(['third.csv']);
  await ais.close();
  await workspace.close();
});

test('files that are imported together state the passes that each was matched with', async () => {
  const workspace = await openTestWorkspace();
  const at = (hours: number) => ({
    ...sea,
    pass: { ...sea.pass, timeMs: (sea.pass.timeMs ?? 0) + hours * 600_000 },
  });
  await fillWorkspace(
    workspace,
    [0, 1, 2].map((hours) => toRecord(at(hours), `00000000-0000-4000-8000-00000000000${hours}`)),
  );
  const { ais, importText } = aisOf(workspace);
  const jobs = await Promise.all(
    ['a.csv', 'b.csv', 'c.csv'].map((name, index) =>
      importText(toMarineCadastre(sea.contacts.slice(index)), { name }),
    ),
  );
  for (const { outcome } of jobs) {
    const [, matched, due] = /; (\d) pass(?:es)? matched(?:, (\d) pass(?:es)? still to be matched)?\.$/.exec(
      outcome ?? '',
    ) ?? [null, 0, 0];
    expect(Number(matched) + Number(due ?? 0)).toBe(3);
  }
  expect(jobs.some(({ outcome }) => outcome?.endsWith('; 3 passes matched.'))).toBe(true);
  expect(await ais.update()).toBe(0);
  await ais.close();
  await workspace.close();
});

test('passes that are only in the time of a file are not counted as matched', async () => {
  const workspace = await openTestWorkspace();
  const far = simulatePass({
    ...{ seed: 51, ships: 10, center: [20, 55] },
    timeMs: (sea.pass.timeMs ?? 0) + 60_000,
  });
  await fillWorkspace(workspace, [
    toRecord(sea, recordId),
    toRecord(far, recordId.replace(/a$/, 'b'), [20, 55]),
  ]);
  const { ais, importText } = aisOf(workspace);
  const { outcome } = await importText(toMarineCadastre(sea.contacts));
  expect(outcome?.split('; ')[1]).toBe(
    '1 pass matched, 1 pass without reports in the image or near its detections.',
  );
  expect((await workspace.aisOverview()).passes.filter(hasReportsNear)).toHaveLength(1);
  await importText(toMarineCadastre(sea.contacts), { name: 'again.csv' });
  expect((await workspace.aisFiles()).map(({ name }) => name)).toEqual(['again.csv']);
  await ais.close();
  await workspace.close();
});

test('times of another form behind those of the preview are counted, and over a tenth stop the import', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, importText } = aisOf(workspace);
  const time = (index: number) => new Date((sea.pass.timeMs ?? 0) + index * 1000).toISOString();
  const fileOf = (others: number) =>
    [
      'mmsi,time,lon,lat',
      ...Array.from({ length: 40 }, (_, index) => `219000123,${time(index)},129.2,35`),
      ...Array.from({ length: others }, (_, index) => `219000124,05/03/2026 09:31:${10 + index},129.2,35`),
    ].join('\n');
  const few = await importText(fileOf(4));
  expect([few.state, few.warnings]).toEqual([
    'complete',
    [
      '4 rows without a readable time (“time”: row 42 has “05/03/2026 09:31:10”, row 43 has “05/03/2026 09:31:11”, row 44 has “05/03/2026 09:31:12”), left out.',
    ],
  ]);
  const many = await importText(fileOf(5));
  expect(many.failure?.message).toContain(
    '5 of 45 rows of reports.csv cannot be read, so nothing was imported.',
  );
  await ais.close();
  await workspace.close();
});

test('rows that are left out for their cells or identifiers are named, and times that cannot be read are no passes missed', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, importText } = aisOf(workspace);
  const time = new Date(sea.pass.timeMs ?? 0).toISOString();
  const job = await importText(
    [
      'mmsi,time,lat,lon,name',
      `219000123,${time},35,129.2,A`,
      `219000124,${time},35,129.2,QUEEN, OF`,
      `219000125,${time},35,129.2`,
      `2.19E+08,${time},35,129.2,B`,
    ].join('\n'),
  );
  expect(job.warnings).toEqual([
    '1 row with more cells than the names of the columns (row 3), left out.',
    '1 row with fewer cells than the names of the columns (row 4), read as far as they go.',
    '1 row with an identifier that a spreadsheet has rounded, such as “2.19E+08”, left out: its last digits are lost.',
  ]);
  const noon = Array.from({ length: 20 }, () => '219000123,,,').join('\n');
  const unread = await importText(
    `mmsi,time,lat,lon\n219000123,${time},,\n219000123,noon,35,129.2\n${noon}\n`,
  );
  expect([unread.state, unread.warnings[0]]).toEqual([
    'complete',
    'No time of a report could be read, so it is unknown whether a pass was taken then (“time”: row 3 has “noon”).',
  ]);
  await ais.close();
  await workspace.close();
});

test('where days and months can be exchanged, the passes of both readings are listed, and nothing is imported', async () => {
  const workspace = await openTestWorkspace();
  // 3 May 2026, and no pass on 5 March.
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais } = aisOf(workspace);
  const previewOf = async (name: string, text: string) => {
    const file = path.join(await makeTempFolder(), name);
    writeFileSync(file, text);
    return valued(await ais.preview({ path: file, name, isTemporary: false }));
  };
  const rows = Array.from(
    { length: 20_000 },
    (_, index) => `219000123,03/05/2026 0${index % 9}:31:05,129.2,35`,
  );
  const preview = await previewOf('a.csv', `mmsi,time,lon,lat\n${rows.join('\n')}\n`);
  expect(preview.mapping.timeForm).toBeNull();
  expect(preview.readings.map(({ form, rows: read, passes }) => [form, read, passes])).toEqual([
    ['day-first', 20_000, [sea.pass.timeMs]],
    ['month-first', 20_000, []],
  ]);
  expect(await ais.start(preview.file, preview)).toMatchObject({
    ok: false,
    failure: { code: 'invalid-input' },
  });
  // The last of all rows decides.
  const decided = await previewOf(
    'b.csv',
    `mmsi,time,lon,lat\n${rows.join('\n')}\n219000123,28/05/2026 00:00,1,1\n`,
  );
  expect([decided.mapping.timeForm, decided.readings]).toEqual(['day-first', []]);
  const columns = { ...decided.mapping.columns, time: 3 };
  expect(valued(await ais.readTimes(decided.file, columns, null)).readings).toEqual([]);
  await ais.close();
  await workspace.close();
});

test('new files of a folder are read once, when they are complete; others are named', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [toRecord(sea, recordId)]);
  const { ais, jobs } = aisOf(workspace);
  const folder = path.join(await makeTempFolder(), 'harbor');
  mkdirSync(folder);
  const half = Math.floor(sea.contacts.length / 2);
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
  const first = toMarineCadastre(sea.contacts.slice(0, half));
  const second = toMarineCadastre(sea.contacts.slice(half));
  write('one.csv', first);
  const preview = valued(await ais.preview({ path: folder, name: 'harbor', isTemporary: false }));
  expect(preview.isFolder).toBe(true);
  const started = valued(await ais.start(preview.file, { ...preview, follows: true }));
  await eventually(() => {
    if (jobs.get(started.id)?.state !== 'complete') throw new Error('The import has not ended.');
  });
  const look = async () => {
    await ais.followFolders();
    return (await workspace.aisFiles()).map(({ name, contacts }) => [name, contacts]).toSorted();
  };
  const whole = ['harbor', half];
  expect(await look()).toEqual([whole]);
  expect(await look()).toEqual([whole]);

  write('two.csv', second.slice(0, 2_000));
  expect(await look()).toEqual([whole]);
  // It is still being written.
  write('two.csv', second);
  expect(await look()).toEqual([whole]);
  const two = ['harbor/two.csv', sea.contacts.length - half];
  expect(await look()).toEqual([whole, two]);
  const count = jobs.list().length;
  expect(await look()).toEqual([whole, two]);
  expect(jobs.list()).toHaveLength(count);

  write('copy.csv', first);
  write('other.csv', 'mmsi,time,lon,lat\n219000101,2026-05-03T09:31:05Z,129,35\n');
  await look();
  expect(await look()).toEqual([whole, ['harbor/copy.csv', half], two]);
  expect(jobs.list().flatMap(({ failure }) => failure?.message ?? [])).toEqual([
    'harbor/other.csv has other columns than the files of harbor that were read before. Import it by itself.',
  ]);
  const ended = jobs.list().length;
  await look();
  expect(jobs.list()).toHaveLength(ended);

  const { id = '' } = (await workspace.aisFiles()).find(({ name }) => name === 'harbor') ?? {};
  expect(await workspace.setAisFolder(id, null)).toBe(true);
  write('three.csv', second);
  await look();
  await look();
  expect(jobs.list()).toHaveLength(ended);
  await ais.close();
  await workspace.close();
});
