import { randomUUID } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ExportScope } from '../../../../shared/exchange/export-request.ts';
import { fail, type Result, succeed } from '../../../../shared/result.ts';
import { checkScope } from '../../../../shared/results/check-filter.ts';
import { nowUtc } from '../../../../shared/time.ts';
import type { ChipCache } from '../../chips/chip-cache.ts';
import type { Events } from '../../events.ts';
import { type OpenWorkspace, openedWorkspace, writableWorkspace } from '../../in-workspace.ts';
import type { JobRegistry } from '../../job-registry.ts';
import type { Session } from '../../session/session.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { createFileIds } from '../../workspace-tools/file-ids.ts';
import { describeBytes } from '../../workspace-tools/free-space.ts';
import { partNameOf } from '../../workspace-tools/part-name.ts';
import { quantity } from '../../workspace-tools/quantity.ts';
import type { RunTool } from '../../workspace-tools/run-tool.ts';
import { startJob } from '../../workspace-tools/tool-jobs.ts';
import type { WorkspaceTools } from '../../workspace-tools/workspace-tools.ts';
import type { PlannedScope } from '../export-plan.ts';
import { importPackage } from './import-package.ts';
import { lookAtReviews } from './package-reviews.ts';
import type { Packages } from './packages.ts';
import { openPackage } from './read-package.ts';
import { BadZip } from './zip-reader.ts';

type PackagesParts = {
  readonly workspace: OpenWorkspace;
  readonly registry: JobRegistry;
  readonly events: Events;
  readonly session: Pick<Session, 'state' | 'access'>;
  readonly tools: Pick<WorkspaceTools, 'openNew'>;
  readonly runTool: RunTool;
  readonly cache: ChipCache;
  /** `<data dir>/chips`. */
  readonly cacheFolder: string;
};

/** Case packages of whatever workspace is open; writing and taking in are jobs. */
export function createPackages(parts: PackagesParts): Packages {
  const { workspace: open, registry, events, session, tools, runTool, cache, cacheFolder } = parts;
  const ids = createFileIds();

  return {
    async write({ scope, scopeWords, withChips, target }) {
      const opened = openedWorkspace(open);
      if (!opened.ok) return opened;
      const unreadable = checkScope(scope);
      if (unreadable) return { ok: false, failure: unreadable };
      const workspace = opened.value;
      const planned = await planScope(workspace, scope);
      const title = `Case package ${path.basename(target.path)}`;
      return succeed(
        startJob(registry, { kind: 'export', title }, async ({ signal, progress, commit }) => {
          const to = path.join(path.dirname(target.path), partNameOf(target.path));
          try {
            const task = {
              workspacePath: workspace.path,
              to,
              scope: planned,
              scopeWords,
              chips: withChips ? { cacheFolder, profileId: session.access.profile().id } : null,
              madeAt: nowUtc(),
              madeBy: session.state().username ?? '',
            };
            const counts = await runTool('package', task, { signal, onProgress: progress });
            commit();
            await rename(to, target.path);
            const { size } = await stat(target.path);
            const missing = counts.missingChips;
            return {
              outcome: `${quantity(counts.records, 'record')}, ${quantity(counts.detections, 'detection')}, ${quantity(counts.reviews, 'review')} and ${quantity(counts.chips, 'image chip')} in ${describeBytes(size)}.`,
              warnings:
                withChips && missing > 0
                  ? [
                      `${quantity(missing, 'image chip')} of these detections are not on this disk; the package lists them as missing.`,
                    ]
                  : [],
              files: [{ name: path.basename(target.path), ...target }],
            };
          } finally {
            await rm(to, { force: true });
          }
        }),
      );
    },
    async offer(chosen) {
      try {
        const source = await openPackage(chosen.path);
        try {
          const { entries: _entries, ...manifest } = source.manifest;
          const workspace = open();
          const { size } = await stat(chosen.path);
          return succeed({
            id: ids.idOf(chosen),
            look: { ...manifest, fileName: chosen.name, bytes: size },
            reviews: workspace ? await lookAtReviews(source, workspace) : null,
          });
        } finally {
          await source.close();
        }
      } catch (error) {
        if (error instanceof BadZip) return refused(chosen.name, error);
        throw error;
      }
    },
    async takeIn({ fileId, into, conflicts }) {
      const chosen = ids.fileOf(fileId);
      if (!chosen) return fail('not-found', 'This package was chosen too long ago. Choose it again.');
      if (into.kind === 'new') {
        const begun = await tools.openNew(into.name);
        if (!begun.ok) return begun;
      }
      const writable = writableWorkspace(open);
      if (!writable.ok) return writable;
      const workspace = writable.value;
      return succeed(
        startJob(registry, { kind: 'import', title: `Take in ${chosen.name}` }, async (handle) => {
          const { signal, progress } = handle;
          const source = await openPackage(chosen.path, {
            signal,
            onProgress: (done, total) => progress({ done, total, unit: 'bytes' }),
          });
          try {
            const place = {
              workspace,
              cache,
              profileId: session.access.profile().id,
              importId: randomUUID(),
            };
            const end = await importPackage(source, place, conflicts, handle);
            if (chosen.isTemporary) await rm(chosen.path, { force: true });
            return end;
          } finally {
            await source.close();
            for (const what of ['results', 'reviews', 'areas', 'searches', 'chips'] as const) {
              events.publish({ type: 'changed', what });
            }
          }
        }),
      );
    },
  };
}

async function planScope(workspace: Workspace, scope: ExportScope): Promise<PlannedScope> {
  switch (scope.kind) {
    case 'all':
      return scope;
    case 'filter':
      return { kind: 'ids', ids: await workspace.matchingIds(scope.filter) };
    case 'ids':
      return { kind: 'ids', ids: Uint32Array.from(new Set(scope.ids)).sort() };
  }
}

function refused(name: string, { message }: BadZip): Result<never> {
  return fail('invalid-input', `${name} cannot be opened. ${message}`);
}
