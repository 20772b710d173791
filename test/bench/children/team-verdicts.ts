/**
 * Measures from the moment at which one workspace has set a verdict until another one has it, both with an open session:
 * `team-verdicts.ts <worker> <workspace worker> <connections of two reviewers as JSON> <folder> <file>`. Makes 200 verdicts;
 * with a file, as many as possible until it exists, and
 * `<file>.joined` is written before the first. Reports the median.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { pullTeamRecords, syncTeamReviews } from '../../../electron/core/team/team.ts';
import type { TeamConnection } from '../../../electron/core/team/team-connection.ts';
import { openTeamSession } from '../../../electron/core/team/team-session.ts';
import { openWorkspace } from '../../../electron/core/workspace/open-workspace.ts';
import type { Result } from '../../../shared/result.ts';
import { report } from '../report.ts';

const [worker = '', workspaceWorker = '', connections = '', folder = '', endFile = ''] =
  process.argv.slice(2);
const signal = new AbortController().signal;
const workerUrl = pathToFileURL(worker);
const [mine, theirs] = JSON.parse(connections) as [TeamConnection, TeamConnection];

async function join(connection: TeamConnection, onVersion: () => void) {
  const file = path.join(folder, `${connection.user}.gpkg`);
  const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(workspaceWorker) });
  ok(await pullTeamRecords(workerUrl, { connection, workspace }, { signal, onProgress() {} }));
  const session = ok(await openTeamSession(workerUrl, connection, { signal, onVersion, onEnd() {} }));
  const sync = async () => ok(await syncTeamReviews(session, { connection, workspace }, { signal }));
  await sync();
  return { workspace, session, sync };
}

function ok<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

const sender = await join(mine, () => {});
let announced = Promise.withResolvers<void>();
const receiver = await join(theirs, () => announced.resolve());
const [detection = 0] = await sender.workspace.matchingIds({});
const times: number[] = [];
if (endFile !== '') writeFileSync(`${endFile}.joined`, '');
for (let turn = 0; endFile === '' ? turn < 200 : !existsSync(endFile); turn += 1) {
  const verdict = turn % 2 === 0 ? 'confirmed' : 'rejected';
  announced = Promise.withResolvers();
  const startedAt = performance.now();
  await sender.workspace.setReviews(
    [detection],
    { verdict },
    { batch: randomUUID(), reviewer: mine.user, at: new Date().toISOString() },
  );
  await sender.sync();
  for (let received = 0; received === 0; ) {
    await announced.promise;
    announced = Promise.withResolvers();
    received = (await receiver.sync()).received;
  }
  times.push(performance.now() - startedAt);
  await setImmediate();
}

for (const { session, workspace } of [sender, receiver]) {
  session.end();
  await workspace.close();
}
const sorted = times.toSorted((one, other) => one - other);
report(sorted[sorted.length >> 1] ?? Number.NaN, { verdicts: times.length });
