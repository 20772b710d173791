import { existsSync } from 'node:fs';
import path from 'node:path';
import { companionNames } from '../../shared/exchange/companion-names.ts';
import { fail, type Result, succeed } from '../../shared/result.ts';
import { carryOutExport, planExport } from '../core/exchange/carry-out-export.ts';
import type { PlannedScope } from '../core/exchange/export-plan.ts';
import type { ExportTargets } from '../core/exchange/exports.ts';
import { readSchemaVersion, schemaVersion } from '../core/workspace/migrations/migrate.ts';
import { openReader } from '../core/workspace/open-database.ts';
import { explainSqliteError } from '../core/workspace/sql.ts';
import { createWorkspaceStore } from '../core/workspace/workspace-store.ts';
import type { CliOutput } from './cli-output.ts';
import type { ExportCommand } from './cli-request.ts';
import { type ExitCode, exitCodes } from './cli-usage.ts';
import { findWorkspace } from './find-workspace.ts';

/** Exports from a workspace that is only read: Sightline may have it open. */
export async function runExportCommand(
  command: ExportCommand,
  parts: {
    readonly dataDir: string;
    readonly workerUrl: URL;
    readonly output: CliOutput;
    readonly signal: AbortSignal;
  },
): Promise<ExitCode> {
  const { dataDir, workerUrl, output, signal } = parts;
  const found = findWorkspace(dataDir, command);
  if (!found.ok) return output.fail(found.failure);
  const { file, profileId } = found.value;
  const targets = targetsOf(command);
  const taken = files(targets).find((target) => existsSync(target));
  if (taken !== undefined && !command.force) {
    return output.fail(fail('conflict', `${taken} is already there. Give --force to replace it.`).failure);
  }
  const scope = readScope(file, command.filter);
  if (!scope.ok) return output.fail(scope.failure);
  const { scope: planned, total } = scope.value;
  const chips = { cacheFolder: path.join(dataDir, 'chips'), profileId };
  const plan = planExport(file, planned, command.options, targets, chips);
  const outcome = await carryOutExport(workerUrl, plan, signal, (written) =>
    output.progress(`${written} of ${total} detections`),
  );
  switch (outcome.kind) {
    case 'complete':
      for (const warning of outcome.warnings) output.note(warning);
      output.summary({
        command: 'export',
        state: 'complete',
        format: command.options.format,
        workspace: file,
        detections: outcome.written,
        files: files(targets),
        warnings: outcome.warnings,
      });
      return exitCodes.done;
    case 'cancelled':
      output.summary({ command: 'export', state: 'cancelled', workspace: file });
      return exitCodes.interrupted;
    case 'failed':
      return output.fail(outcome.failure);
  }
}

function targetsOf({ out, options }: ExportCommand): ExportTargets {
  const { footprints, chips } = companionNames(path.basename(out), options);
  const beside = (name: string) => ({ path: path.join(path.dirname(out), name) });
  return {
    detections: { path: out },
    ...(footprints ? { footprints: beside(footprints) } : {}),
    ...(chips ? { chips: beside(chips) } : {}),
  };
}

function files({ detections, footprints, chips }: ExportTargets): readonly string[] {
  return [detections, footprints, chips].flatMap((target) => (target ? [target.path] : []));
}

/** What the filter leaves, asked of the file itself; no filter means everything. */
function readScope(
  file: string,
  filter: ExportCommand['filter'],
): Result<{ readonly scope: PlannedScope; readonly total: number }> {
  let database: ReturnType<typeof openReader>['database'];
  try {
    database = openReader(file).database;
  } catch (error) {
    return fail('disk', `${file} cannot be opened: ${messageOf(explainSqliteError(error))}`);
  }
  try {
    const version = readSchemaVersion(database);
    if (version !== schemaVersion) return fail('conflict', describeVersion(file, version));
    const store = createWorkspaceStore(database);
    if (Object.keys(filter).length === 0) {
      return succeed({ scope: { kind: 'all' }, total: store.counts({}).detections });
    }
    const ids = store.matchingIds(filter);
    return succeed({ scope: { kind: 'ids', ids }, total: ids.length });
  } catch (error) {
    return fail('invalid-input', messageOf(explainSqliteError(error)));
  } finally {
    database.close();
  }
}

function describeVersion(file: string, version: number | undefined): string {
  if (version === undefined || version === 0) return `${file} is no workspace of Sightline.`;
  return version < schemaVersion
    ? `${file} was written by an older Sightline. Open it once with this one, which brings it up to date.`
    : `${file} was written by a newer Sightline. Update this one to read it.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
