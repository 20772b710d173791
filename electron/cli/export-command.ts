import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { errorText } from '../../shared/error-text.ts';
import { companionNames } from '../../shared/exchange/companion-names.ts';
import { writesPasses } from '../../shared/exchange/export-request.ts';
import { describeLarge } from '../../shared/exchange/large-export.ts';
import { describeUnmarked } from '../../shared/exchange/unmarked-export.ts';
import { fail } from '../../shared/result.ts';
import { finishInterruptedPublishing, publishJournalFolder } from '../core/base/publish-journal.ts';
import { CallStopped } from '../core/base/thread-protocol.ts';
import { allTargets, type ExportTargets } from '../core/exchange/export-targets.ts';
import { projectContent } from '../core/exchange/formats/qgis/project-content.ts';
import { performExport } from '../core/exchange/perform-export.ts';
import { describeDamage, type WorkspaceDamage } from '../core/workspace/safety/describe-damage.ts';
import { pageSumsFile, readPageCheck } from '../core/workspace/safety/page-sums.ts';
import { createRunTool, type RunTool } from '../core/workspace-tools/run-tool.ts';
import type { CliOutput } from './cli-output.ts';
import type { ExportCommand } from './cli-request.ts';
import { type ExitCode, exitCodes } from './cli-usage.ts';
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
): Promise<ExitCode> {
  const { dataDir, workers, output, signal } = deps;
  const found = findWorkspace(dataDir, command);
  if (!found.ok) return output.fail(found.failure);
  const { file, profileId } = found.value;
  const targets = targetsOf(command);
  const taken = files(targets).find((target) => existsSync(target));
  if (taken !== undefined && !command.force) {
    return output.fail(fail('conflict', `${taken} is already there. Give --force to replace it.`).failure);
  }
  const runTool = createRunTool(workers.workspaceTools);
  const damage = await findDamage(runTool, dataDir, file, signal);
  if (signal.aborted) return reportCancelled(output, file);
  if (damage) output.note(describeDamage(damage));
  // In a thread, so that a signal is heeded however long the query takes.
  const selection = await runTool('select', {
    path: file,
    filter: command.filter,
    passes: writesPasses(command.options),
  });
  if (!selection.ok) return output.fail(selection.failure);
  const { scope: selected, total, marking, passes, conditions } = selection.value;
  const unmarked = marking === '' ? undefined : describeUnmarked(command.options);
  if (unmarked !== undefined) output.note(unmarked);
  const large = describeLarge(command.options, total);
  if (large !== undefined) output.note(large);
  const scope = { ...selected, damage };
  const chipSource = { cacheFolder: path.join(dataDir, 'chips'), profileId };
  const { options } = command;
  const journalFolder = publishJournalFolder(dataDir);
  await finishInterruptedPublishing(journalFolder, (error) => output.note(errorText(error)));
  const task = {
    workspacePath: file,
    scope,
    options,
    targets,
    journalFolder,
    chipSource,
    filter: command.filter,
    passes,
    conditions,
    projectContent: projectContent(conditions),
  };
  const outcome = await performExport(workers.exporting, task, signal, (written) =>
    output.progress(`${written} of ${total} detections`),
  );
  if (!outcome.ok) {
    return outcome.failure.code === 'cancelled'
      ? reportCancelled(output, file)
      : output.fail(outcome.failure);
  }
  const { written, warnings } = outcome.value;
  for (const warning of warnings) output.note(warning);
  output.summary({
    command: 'export',
    state: 'complete',
    format: command.options.format,
    workspace: file,
    detections: written,
    ...(passes ? { passes: passes.length } : {}),
    files: files(targets),
    ...(damage ? { damagedPages: damage.damagedPages } : {}),
    warnings,
  });
  return exitCodes.done;
}

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

function reportCancelled(output: CliOutput, workspace: string): ExitCode {
  output.summary({ command: 'export', state: 'cancelled', workspace });
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
