import { hash, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  type ImportableRecord,
  importRecords,
  noImports,
} from '../../../../../../electron/core/workspace/open/import-records.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import { buildProcessor, buildRecord } from '../../../../../builders/record-builder.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

const bytesOf = (assignedId: string) => JSON.stringify(buildRecord({ assignedId }));

function toRecord(recordId: string, text: string, fetchedAt = '2026-11-20T08:00:00.000Z'): ImportableRecord {
  const bytes = Buffer.from(text);
  return { recordId, bytes, sha256: hash('sha256', bytes, 'hex'), fetchedAt };
}

async function importInto(workspace: Workspace, records: readonly ImportableRecord[]) {
  const counts = { ...noImports };
  const origin = {
    importId: randomUUID(),
    queryText: 'svc_udp_analyticgeojsonrecord { assignedId }',
    brand: 'svc',
    offset: 0,
    fields: 'all',
  } as const;
  return { refusal: await importRecords(workspace, origin, records, counts), counts };
}

const [a, b] = [bytesOf('a'), bytesOf('b')];
const middle = Math.floor(a.length / 2);
const isOther = 'The bytes of the record "x" are those of the record "a"';
const isNoObject = (recordId: string) => `The bytes of the record "${recordId}" are not one JSON object`;

test.each<[what: string, records: readonly ImportableRecord[], refusal: string]>([
  ['the bytes of another record', [toRecord('x', a)], isOther],
  ['the bytes of another record behind a good one', [toRecord('b', b), toRecord('x', a)], isOther],
  ['two records under one id', [toRecord('a', `${a},${b}`)], isNoObject('a')],
  ['two records and nothing', [toRecord('a', `${a},${b}`), toRecord('b', '')], isNoObject('a')],
  [
    'two records cut elsewhere',
    [toRecord('a', a.slice(0, middle)), toRecord('b', `${a.slice(middle)},${b}`)],
    isNoObject('a'),
  ],
  [
    'a member of the next record',
    [toRecord('a', '{"assignedId":"a","more":[1'), toRecord('b', `2]},${b}`)],
    isNoObject('a'),
  ],
  ['half a record', [toRecord('b', b), toRecord('a', a.slice(0, middle))], isNoObject('a')],
  ['the end of the list and another list', [toRecord('a', `${a}],"more":[${b}`)], isNoObject('a')],
  [
    'the end of the page',
    [toRecord('a', `${a}]},"data":{"svc_udp_analyticgeojsonrecord":[${b}`)],
    isNoObject('a'),
  ],
  ['a comment', [toRecord('a', `/**/${a}`)], isNoObject('a')],
  ['nothing', [toRecord('a', '')], isNoObject('a')],
  ['a list', [toRecord('a', `[${a}]`)], isNoObject('a')],
  ['a text', [toRecord('a', '"a"')], isNoObject('a')],
  ['an unpaired quotation mark', [toRecord('a', `{"assignedId":"a`), toRecord('b', `"}`)], isNoObject('a')],
])('refuses %s by name, and writes nothing', async (_what, records, refusal) => {
  const workspace = await openTestWorkspace();
  expect((await importInto(workspace, records)).refusal).toContain(refusal);
  expect((await workspace.counts({})).records).toBe(0);
});

test('a later version is not replaced by an earlier one under another id', async () => {
  const workspace = await openTestWorkspace();
  expect(await importInto(workspace, [toRecord('a', a, '2026-11-20T08:00:00.000Z')])).toMatchObject({
    refusal: undefined,
    counts: { added: 1 },
  });
  const earlier = JSON.stringify(buildRecord({ assignedId: 'a', uploadTime: '2020-01-01T00:00:00Z' }));
  const { refusal } = await importInto(workspace, [toRecord('x', earlier, '2020-01-01T00:00:00.000Z')]);
  expect(refusal).toContain(isOther);
  expect(Buffer.from((await workspace.rawRecord('a')) ?? []).toString()).toBe(a);
});

test('sound records are imported together, also one without an id and one with white space around it', async () => {
  const workspace = await openTestWorkspace();
  const unnamed = JSON.stringify({ ...buildRecord({ assignedId: 'a' }), assignedId: null });
  const unnamedId = `unnamed-${hash('sha256', unnamed, 'hex')}`;
  const records = [toRecord('a', a), toRecord(unnamedId, unnamed), toRecord('b', `  ${b}\n`)];
  expect(await importInto(workspace, records)).toMatchObject({ refusal: undefined, counts: { added: 3 } });
});

test('names of imported records are known to be served only once a fetch has returned them', async () => {
  const workspace = await openTestWorkspace();
  const processors = [buildProcessor({ region: 'North Sea', analytic: 'WakeDetection' })];
  const northern = buildRecord({ assignedId: 'north', processors });
  await importInto(workspace, [toRecord('a', a), toRecord('north', JSON.stringify(northern))]);
  expect(await workspace.counts({})).toMatchObject({
    regions: ['East Asia', 'North Sea'],
    served: { regions: [], analytics: [] },
  });
  await fillWorkspace(workspace, [JSON.parse(a)]);
  const served = async () => (await workspace.counts({ regions: [] })).served;
  expect(await served()).toEqual({ regions: ['East Asia'], analytics: ['SmallVesselDetection'] });
  await fillWorkspace(workspace, [northern]);
  expect(await served()).toEqual({
    regions: ['East Asia', 'North Sea'],
    analytics: ['SmallVesselDetection', 'WakeDetection'],
  });
});
