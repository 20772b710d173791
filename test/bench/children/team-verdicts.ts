/**
 * Measures from the moment at which a verdict is set in one workspace until another one has it, both with an open session:
 * `team-verdicts.ts <worker> <workspace worker> <connections of two reviewers as JSON> <folder> <file>`. Both exchange what
 * the app exchanges. Makes 200 verdicts; with a file, as many as possible until it exists, and `<file>.joined` is written
 * before the first. Reports the median.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pullTeamRecords, syncTeamReviews } from '../../../electron/core/team/team.ts';
import type { TeamConnection } from '../../../electron/core/team/team-connection.ts';
import { openTeamSession } from '../../../electron/core/team/team-session.ts';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import type { Result } from '../../../shared/result.ts';
import { report } from '../report.ts';

const [worker = '', workspaceWorker = '', connections = '', folder = '', endFile = ''] =
  process.argv.slice(2);
const signal = new AbortController().signal;
const workerUrl = pathToFileURL(worker);
const [mine, theirs] = JSON.parse(connections) as [TeamConnection, TeamConnection];

/** Joins the team. `onReceived` is called when reviews of others were written to the workspace. */
async function join(connection: TeamConnection, onVersion: () => void, onReceived: () => void) {
  const file = path.join(folder, `${connection.user}.gpkg`);
  const workspace = await openWorkspace({ path: file, workerUrl: pathToFileURL(workspaceWorker) });
  const session = ok(await openTeamSession(workerUrl, connection, { signal, onVersion, onEnd() {} }));
  const pull = async () =>
    ok(await pullTeamRecords(session, { connection, workspace }, { signal, onProgress() {} }));
  const exchange = async () => {
    const onChanged = ({ changed }: { readonly changed: number }) => changed > 0 && onReceived();
    const options = { signal, pullsLater: true, onChanged };
    const { isComplete } = ok(await syncTeamReviews(session, { connection, workspace }, options));
    if (isComplete) await pull();
  };
  await pull();
  await exchange();
  return { workspace, session, exchange };
}

function ok<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

let announced = Promise.withResolvers<void>();
/** The time at which the receiver has the verdict. */
const seenAt: number[] = [];
const sender = await join(
  mine,
  () => {},
  () => {},
);
const receiver = await join(
  theirs,
  () => announced.resolve(),
  () => seenAt.push(performance.now()),
);

/** Exchanges at each announcement until the verdict is here. */
async function receive(): Promise<void> {
  while (seenAt.length === 0) {
    await announced.promise;
    announced = Promise.withResolvers();
    await receiver.exchange();
  }
}

const [detection = 0] = await sender.workspace.matchingIds({});
const times: number[] = [];
if (endFile !== '') writeFileSync(`${endFile}.joined`, '');
for (let turn = 0; endFile === '' ? turn < 200 : !existsSync(endFile); turn += 1) {
  const verdict = turn % 2 === 0 ? 'confirmed' : 'rejected';
  announced = Promise.withResolvers();
  const startedAt = performance.now();
  const receiving = receive();
  await sender.workspace.setReviews(
    [detection],
    { verdict },
    { batch: randomUUID(), reviewer: mine.user, at: new Date().toISOString() },
  );
  await Promise.all([sender.exchange(), receiving]);
  times.push((seenAt.pop() ?? Number.NaN) - startedAt);
  // The app waits 0.4 s before the sender receives the outcome.
  await sender.exchange();
}

for (const { session, workspace } of [sender, receiver]) {
  await session.end();
  await workspace.close();
}
const sorted = times.toSorted((one, other) => one - other);
report(sorted[sorted.length >> 1] ?? Number.NaN, {
  verdicts: times.length,
  p95: sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN,
});
