import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { chipScopeSchema } from '../../shared/chips/chip-prefetch.ts';
import { errorText } from '../../shared/error-text.ts';
import { companionNames } from '../../shared/exchange/companion-names.ts';
import { describeLarge } from '../../shared/exchange/large-export.ts';
import { describeUnmarked } from '../../shared/exchange/unmarked-export.ts';
import { formatCount, formatQuantity } from '../../shared/format.ts';
import { describeState } from '../../shared/jobs/describe-job.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { finishInterruptedPublishing, publishJournalFolder } from '../core/base/publish-journal.ts';
import { CallStopped } from '../core/base/thread-protocol.ts';
import { allTargets, type ExportTargets } from '../core/exchange/export-targets.ts';
import { performExport } from '../core/exchange/perform-export.ts';
import {
  damageRemedy,
  describeDamage,
  type WorkspaceDamage,
} from '../core/workspace/safety/describe-damage.ts';
import { pageSumsFile, readPageCheck } from '../core/workspace/safety/page-sums.ts';
import { createRunTool, type RunTool } from '../core/workspace-tools/run-tool.ts';
import { checkOutput } from './check-output.ts';
import type { CliOutput } from './cli-output.ts';
import type { ExportCommand } from './cli-request.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { type FetchContext, followJob, signIn } from './fetch-command.ts';
import { findWorkspace } from './find-workspace.ts';

/** Runs the `export` command. It only reads the workspace, which Sightline may have open. */
export async function runExportCommand(
  command: ExportCommand,
  deps: {
    readonly dataDir: string;
    readonly workers: { readonly exporting: URL; readonly workspaceTools: URL };
    readonly output: CliOutput;
    readonly signal: AbortSignal;
  },
  chipWarnings: readonly string[] = [],
): Promise<ExitCode> {
  const { dataDir, workers, output, signal } = deps;
  const found = findWorkspace(dataDir, command);
  if (!found.ok) return output.fail(found.failure);
  const { file, profileId } = found.value;
  const targets = targetsOf(command);
  const problem = checkOutput(files(targets), { dataDir, force: command.force });
  if (problem) return output.fail(problem);
  const runTool = createRunTool(workers.workspaceTools);
  const damage = await findDamage(runTool, dataDir, file, signal);
  if (signal.aborted) return reportCancelled(output, file);
  if (damage) output.note(describeDamage(damage));
  // In a thread, so that a signal is heeded however long the query takes.
  const planned = await runTool('planExport', { path: file, request: { ...command, damage } });
  if (!planned.ok) return output.fail(planned.failure);
  const { total, marking, warnings: planWarnings, ...plan } = planned.value;
  const unmarked = marking === '' ? undefined : describeUnmarked(command.options);
  if (unmarked !== undefined) output.note(unmarked);
  const large = describeLarge(command.options, total);
  if (large !== undefined) output.note(large);
  const journalFolder = publishJournalFolder(dataDir);
  await finishInterruptedPublishing(journalFolder, (error) => output.note(errorText(error)));
  const task = {
    ...plan,
    workspacePath: file,
    targets,
    journalFolder,
    chipSource: { cacheFolder: path.join(dataDir, 'chips'), profileId },
  };
  const outcome = await performExport(workers.exporting, task, signal, (written) =>
    output.progress(`${formatCount(written)} of ${formatQuantity(total, 'detection')}`),
  );
  if (!outcome.ok) {
    return outcome.failure.code === 'cancelled'
      ? reportCancelled(output, file)
      : output.fail(outcome.failure);
  }
  const { written } = outcome.value;
  output.note(`${formatQuantity(written, 'detection')} written.`);
  const warnings = [...planWarnings, ...chipWarnings, ...outcome.value.warnings];
  // The note of the damage has stated the remedy.
  for (const warning of warnings) output.note(damage ? warning.replace(` ${damageRemedy}`, '') : warning);
  output.summary({
    command: 'export',
    state: 'complete',
    format: command.options.format,
    workspace: file,
    detections: written,
    ...(plan.passes ? { passes: plan.passes.length } : {}),
    ...(command.options.format === 'gpkg' && plan.layers?.length
      ? { layers: plan.layers.map(({ name }) => name) }
      : {}),
    files: files(targets),
    ...(damage ? { damagedPages: damage.damagedPages } : {}),
    warnings,
  });
  return exitCodes.done;
}

/** Fetches the chips of an export into the cache, for `--fetch-chips`. What could not be fetched is in the warnings. */
export async function fetchExportChips(
  { scope, profile, username }: ExportCommand,
  context: FetchContext,
): Promise<Result<readonly string[]>> {
  const { core, credentials } = context;
  const signedIn = await signIn(core, profile, credentials);
  if (!signedIn.ok) return signedIn;
  if (username !== undefined && username !== signedIn.value.username) {
    return fail(
      'signed-out',
      `“${username}” is not signed in, so that chips of that account cannot be fetched. Sign in as “${username}” first.`,
    );
  }
  const started = await core.chipPrefetch.start(scope.kind === 'all' ? everything : scope);
  if (!started.ok) return started;
  const { job, signInFailure } = await followJob(context, started.value);
  if (context.signal.aborted) return fail('cancelled', 'The export was cancelled.');
  const failure = signInFailure ?? job.failure;
  const reason =
    job.state === 'complete'
      ? []
      : [`Not all chips could be fetched: ${failure?.message ?? describeState(job)}`];
  return succeed([...job.warnings, ...reason]);
}

const everything = chipScopeSchema.parse({ kind: 'filter', filter: {} });

/**
 * Compares the pages of the file with those that Sightline closed. Undefined when nothing has changed, or when there is
 * nothing to compare it with: it is open, or another program has written it.
 */
async function findDamage(
  runTool: RunTool,
  dataDir: string,
  file: string,
  signal: AbortSignal,
): Promise<WorkspaceDamage | undefined> {
  const descriptor = openSync(file, 'r');
  try {
    const pageCheck = readPageCheck(pageSumsFile(path.join(dataDir, 'workspaces'), file), file, descriptor);
    if (!pageCheck) return undefined;
    return (await runTool('check', { path: file, pageCheck }, { signal })).damage;
  } catch (error) {
    if (error instanceof CallStopped) return undefined;
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Reports an export that was interrupted. */
export function reportCancelled(output: CliOutput, workspace?: string): ExitCode {
  output.summary({ command: 'export', state: 'cancelled', code: 'cancelled', workspace });
  return exitCodes.interrupted;
}

function targetsOf({ out, options }: ExportCommand): ExportTargets {
  const { footprints, chips, qgisProject } = companionNames(path.basename(out), options);
  const beside = (name: string) => ({ path: path.join(path.dirname(out), name) });
  return {
    detections: { path: out },
    ...(footprints ? { footprints: beside(footprints) } : {}),
    ...(chips ? { chips: beside(chips) } : {}),
    ...(qgisProject ? { qgisProject: beside(qgisProject) } : {}),
  };
}

function files(targets: ExportTargets): readonly string[] {
  return allTargets(targets).map((target) => target.path);
}
