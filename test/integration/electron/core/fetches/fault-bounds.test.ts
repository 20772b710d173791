import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { runChild } from '../../../../bench/run-child.ts';
import { coreWorkers } from '../../../../builders/core-workers.ts';
import {
  brokenAnswers,
  bytes,
  type Fault,
  refusal,
  startFaultServer,
  status,
  unusableResponses,
} from '../../../../builders/fault-server.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

/**
 * The longest turn of the main thread, in processor time and in times of reading 50 MB as JSON, so that a slow computer
 * changes nothing: 250 ms where that takes 50 ms.
 */
const maxStall = 5;
const maxPeakMegabytes = 1024;

function page(records: string, paginationInfo = '{}'): Fault {
  return bytes(`{"paginationInfo":${paginationInfo},"data":{"svc_udp_analyticgeojsonrecord":${records}}}`);
}
const listOf = (element: string, count: number) => `[${`${element},`.repeat(count - 1)}${element}]`;

/** Each with the state in which the fetch ends, where it does not fail. */
const faults: readonly (readonly [what: string, fault: Fault, end?: string])[] = [
  ...Object.entries(brokenAnswers),
  ...unusableResponses.map(([what, fault]) => [what, fault] as const),
  ...[400, 403, 404, 500].map((code) => [`status ${code}`, refusal(code)] as const),
  ['a redirect', status(302, { Location: 'http://127.0.0.1:1/elsewhere' })],
  ['3 million empty records', page(listOf('{}', 3_000_000))],
  ['a record with 6 million values', page(`[{"assignedId":"a","x":${listOf('[]', 6_000_000)}}]`)],
  ['a text of 50 MB in a record', page(`[{"assignedId":"${'a'.repeat(50_000_000)}"}]`), 'complete'],
  ['20 million brackets', bytes('['.repeat(20_000_000))],
  ['an error message of 30 MB', bytes(`{"message":"${'a'.repeat(30_000_000)}"}`)],
  ['a million errors', bytes(`{"errors":${listOf('{"message":"No capacity"}', 1_000_000)},"data":null}`)],
  ['a next offset of 10 MB', page('[]', `{"nextOffset":"${'9'.repeat(10_000_000)}"}`), 'stopped'],
];

it('no faulty response stalls the main thread or takes much memory', async () => {
  const service = await startFaultServer(35);
  onTestFinished(() => service.close());
  service.fault = ({ body }, response) => {
    const [, index] = /region[^"]*"(\d+)\\?"/.exec(body) ?? [];
    const [, fault] = faults[Number(index)] ?? [];
    if (!fault || !/\boffset: 10\b/.test(body)) return false;
    fault(response);
    return true;
  };
  const file = path.join(await makeTempFolder(), 'a.gpkg');
  const worker = fileURLToPath(coreWorkers.workspace);
  const run = await runChild('fetch-faults', worker, file, service.url, String(faults.length));
  expect(run.printed.split('\n')).toEqual(faults.map(([, , end = 'failed']) => end));
  const { longestTurnMilliseconds = Number.NaN, parsingMilliseconds = Number.NaN } = run.parts ?? {};
  expect(longestTurnMilliseconds / parsingMilliseconds).toBeLessThan(maxStall);
  expect(run.peakMegabytes).toBeLessThan(maxPeakMegabytes);
});
