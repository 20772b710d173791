import type { ExportScope } from '../../../shared/exchange/export-request.ts';
import type { Workspace } from '../workspace/open/workspace.ts';
import type { PlannedScope } from './export-plan.ts';

/** Resolves a scope to ids before the export starts, so that later changes of the workspace do not change what it is. */
export async function planScope(workspace: Workspace, scope: ExportScope): Promise<PlannedScope> {
  switch (scope.kind) {
    case 'all':
      return scope;
    case 'filter':
      return { kind: 'ids', ids: await workspace.matchingIds(scope.filter) };
    case 'ids':
      return idScope(scope.ids);
  }
}

/** The scope of these detections, whatever their order. */
export function idScope(ids: readonly number[]): PlannedScope {
  return { kind: 'ids', ids: Uint32Array.from(new Set(ids)).sort() };
}
