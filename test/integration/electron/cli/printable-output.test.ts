import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCliOutput } from '../../../../electron/cli/cli-output.ts';
import { runFetchCommand } from '../../../../electron/cli/fetch-command.ts';
import { createCore } from '../../../../electron/core/create-core.ts';
import { reportProblem } from '../../../../electron/report-problem.ts';
import { searchSchema } from '../../../../shared/results/search.ts';
import { coreWorkers } from '../../../builders/core-workers.ts';
import { sendJson } from '../../../builders/http-server.ts';
import { createMemoryKeychain } from '../../../builders/memory-keychain.ts';
import { buildProfile } from '../../../builders/service-access.ts';
import { type ServiceServer, startServiceServer } from '../../../builders/service-server.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

/** Clears the screen and sets the title of a terminal; C1, DEL and a direction override are among it. */
const hostile = 'evil\u001b[2J\u001b]0;owned\u0007\u009b31m\u007f\u202etxt.exe\r';
const obeyed = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

/** A stream that collects what is written. */
function collect() {
  const parts: string[] = [];
  const write = (part: string | Uint8Array) => {
    parts.push(String(part));
    return true;
  };
  return { write, text: () => parts.join('') };
}

/** Runs the command `fetch` against a service, and returns what it prints. */
async function fetchFrom(service: ServiceServer, isTTY: boolean) {
  const core = await createCore({
    dataDir: path.join(await makeTempFolder(), 'data'),
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
    demo: false,
    wait: async () => {},
    onProblem: () => {},
  });
  onTestFinished(() => core.close());
  const { id: _id, kind: _kind, ...profile } = buildProfile(service.url, { name: `Service ${hostile}` });
  const saved = await core.session.saveProfile(profile);
  if (!saved.ok) throw new Error(saved.failure.message);
  const [stdout, stderr] = [collect(), collect()];
  const output = createCliOutput(stdout, { ...stderr, isTTY });
  const search = searchSchema.parse({ regions: [], analytics: [], pageSize: 2, maxRecords: 10 });
  const command = { command: 'fetch', search, profile: saved.value.id } as const;
  const credentials = { username: 'anna', password: 'secret' };
  await runFetchCommand(command, { core, credentials, output, signal: new AbortController().signal });
  return { out: stdout.text(), error: stderr.text() };
}

const faults: [what: string, body: unknown, status: number][] = [
  ['a message of errors', { errors: [{ message: hostile }] }, 200],
  ['a message of a refusal', { message: hostile }, 400],
  ['names of a page without a list', { data: { [hostile]: [] } }, 200],
  ['an identifier of a record', { data: { svc_udp_analyticgeojsonrecord: [{ assignedId: hostile }] } }, 200],
];

test.each(faults)('control characters in %s do not reach the terminal', async (_what, body, status) => {
  const service = await startServiceServer(3);
  onTestFinished(() => service.close());
  service.fault = ({ path: requested }, response) => {
    if (requested !== '/psdm/graphql/gmss') return false;
    sendJson(response, status, body);
    return true;
  };
  const [printed, onTerminal] = await Promise.all([fetchFrom(service, false), fetchFrom(service, true)]);
  expect(printed.out).toMatch(/^\{.*\}\n$/);
  expect(printed.out + printed.error).not.toMatch(obeyed);
  // On a terminal the progress has control characters of its own: it is overwritten.
  expect(onTerminal.error.replaceAll('\r\u001b[K', '')).not.toMatch(obeyed);
});

test('control characters in an error and its cause do not reach the log', () => {
  const stderr = collect();
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation(stderr.write);
  reportProblem(new Error(hostile, { cause: new Error(hostile) }), `reading ${hostile}`);
  spy.mockRestore();
  expect(stderr.text()).toContain('evil\ufffd[2J');
  expect(stderr.text()).not.toMatch(obeyed);
});

test('the last progress of a command does not remain on a terminal', () => {
  const [stdout, stderr] = [collect(), collect()];
  const output = createCliOutput(stdout, { ...stderr, isTTY: true });
  output.progress('250 of 1,370 detections');
  output.note('1,370 detections written.');
  output.progress('1 of 2 pages');
  output.summary({ command: 'export', state: 'complete' });
  // Each erases its line and begins it anew, so that only the last text of a line is seen.
  const seen = stderr
    .text()
    .split('\n')
    .map((line) => line.split('\r\u001b[K').at(-1));
  expect(seen).toEqual(['1,370 detections written.', '']);
});

test('in a log, a command that ends at once states its end only', () => {
  const [stdout, stderr] = [collect(), collect()];
  const output = createCliOutput(stdout, stderr);
  output.progress('250 of 2,262 detections');
  output.note('2,262 detections written.');
  expect(stderr.text()).toBe('2,262 detections written.\n');
});

test('a summary escapes what it cannot print, so that programs read it unchanged', () => {
  const stdout = collect();
  const summary = { command: 'fetch', state: 'complete', message: hostile } as const;
  createCliOutput(stdout, collect()).summary(summary);
  expect(stdout.text()).not.toMatch(obeyed);
  expect(JSON.parse(stdout.text())).toEqual(summary);
});
