import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Failure, fail, type Result, succeed } from '../../shared/result.ts';
import { describeSetAside } from '../../shared/review/team-overview.ts';
import type { AppPaths } from '../app-paths.ts';
import { CallStopped } from '../core/base/thread-protocol.ts';
import { writeFailure } from '../core/base/write-error.ts';
import { lockWorkspaceFile } from '../core/session/lock-workspace-file.ts';
import { lockDataDir } from '../core/settings/lock-data-dir.ts';
import { writeQgisLayers } from '../core/team/qgis-layers.ts';
import { publishWorkspace, pullTeamRecords, setUpTeam, syncTeamReviews } from '../core/team/team.ts';
import type { TeamConnection } from '../core/team/team-connection.ts';
import { openWorkspace } from '../core/workspace/open/open-workspace.ts';
import { pageSumsFile } from '../core/workspace/safety/page-sums.ts';
import type { CliOutput, Summary } from './cli-output.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';

/** Dependencies of each command that uses a team database. */
export type TeamCommandContext = {
  readonly connection: TeamConnection;
  readonly workers: Pick<AppPaths['workers'], 'team' | 'workspace'>;
  readonly output: CliOutput;
  readonly signal: AbortSignal;
};

/** Runs `team-setup`: creates the tables of the team, or migrates them to this version. */
export async function runTeamSetUp({ connection, workers, output }: TeamCommandContext): Promise<ExitCode> {
  const done = await setUpTeam(workers.team, connection);
  if (!done.ok) return failTeam(output, done.failure);
  output.summary({ command: 'team-setup', state: 'complete', ...done.value });
  return exitCodes.done;
}

/** Runs `team-qgis`: writes the layer definition file of the team database for QGIS. */
export async function runTeamQgis(
  out: string,
  { connection, output }: TeamCommandContext,
): Promise<ExitCode> {
  try {
    await writeFile(out, writeQgisLayers(connection), { flag: 'wx' });
  } catch (error) {
    const { failure } =
      (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? fail(
            'disk',
            `${out} was not written. There is a file with this name already; choose another name, or delete it.`,
          )
        : { failure: writeFailure(error, out) };
    return output.fail(failure);
  }
  output.summary({ command: 'team-qgis', state: 'complete', out });
  return exitCodes.done;
}

/** Runs `publish` for a workspace file, which may be open in Sightline; after a fetch, its summary is that of both. */
export async function runPublish(
  workspace: string,
  fetched: Summary | undefined,
  { connection, workers, output, signal }: TeamCommandContext,
): Promise<ExitCode> {
  const options = {
    signal,
    onProgress: (done: { readonly records: number; readonly compared: number; readonly published: number }) =>
      output.progress(`${done.compared} of ${done.records} records compared, ${done.published} published`),
  };
  return report(fetched ?? { command: 'publish', workspace }, output, async () => {
    const done = await publishWorkspace(workers.team, { connection, workspacePath: workspace }, options);
    if (!done.ok) return done;
    for (const note of done.value.notes) output.note(note);
    return succeed(fetched ? { publish: done.value } : done.value);
  });
}

/** Runs `follow --once` for a workspace file, which is created when it does not exist. Throws `DataDirInUse`. */
export async function runFollow(
  { workspace: file, dataDir }: { readonly workspace: string; readonly dataDir: string },
  { connection, workers, output, signal }: TeamCommandContext,
): Promise<ExitCode> {
  const folder = path.join(dataDir, 'workspaces');
  const unlock = lockDataDir(dataDir);
  const release = lockWorkspaceFile(file);
  try {
    const workspace = await openWorkspace({
      path: file,
      workerUrl: workers.workspace,
      sumsFile: pageSumsFile(folder, file),
    });
    try {
      return await report({ command: 'follow', workspace: file }, output, async () => {
        const records = await pullTeamRecords(
          workers.team,
          { connection, workspace },
          {
            signal,
            onProgress: ({ added, changed }) => output.progress(`${added} new records, ${changed} changed`),
          },
        );
        if (!records.ok) return records;
        const reviews = await syncTeamReviews(workers.team, { connection, workspace }, { signal });
        if (!reviews.ok) return reviews;
        const { pushed, disputed, received, mayPush } = reviews.value;
        if (!mayPush) output.note('No reviews were pushed: the user does not have the role of a reviewer.');
        const { setAside, ...counts } = records.value;
        for (const each of [...setAside, ...reviews.value.setAside]) output.note(describeSetAside(each));
        return succeed({ ...counts, reviews: { pushed, disputed, received } });
      });
    } finally {
      await workspace.close();
    }
  } finally {
    release();
    unlock();
  }
}

async function report(
  facts: { readonly command: string; readonly [name: string]: unknown },
  output: CliOutput,
  run: () => Promise<Result<object>>,
): Promise<ExitCode> {
  try {
    const done = await run();
    if (!done.ok) return failTeam(output, done.failure, facts);
    output.summary({ ...facts, state: 'complete', ...done.value });
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof CallStopped)) throw error;
    output.summary({ ...facts, state: 'cancelled', code: 'cancelled' });
    return exitCodes.interrupted;
  }
}

function failTeam(output: CliOutput, failure: Failure, facts = {}): ExitCode {
  const isUnreachable =
    failure.code === 'unreachable' || failure.code === 'tls' || failure.code === 'timeout';
  return output.fail(failure, isUnreachable ? exitCodes.unusable : undefined, facts);
}
