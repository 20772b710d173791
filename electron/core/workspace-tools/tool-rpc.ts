import type { PackageCounts } from '../../../shared/workspace/case-package.ts';
import type { WorkspaceLook, WorkspaceOverview } from '../../../shared/workspace/workspace-file.ts';
import type { PlannedScope } from '../exchange/export-plan.ts';
import type { PortableError } from '../workspace/workspace-rpc.ts';
import type { RebuildReport } from './rebuild-report.ts';

/** How far a tool is; see `Job.progress`. */
export type ToolProgress = {
  readonly done: number;
  readonly total?: number;
  readonly unit: 'records' | 'detections' | 'bytes' | 'steps';
};

/** Sizes in bytes of a file before and after it was compacted. */
export type CompactAnswer = { readonly before: number; readonly after: number };

/**
 * Everything that is done to a workspace file as a whole, by what it needs and what it answers. `to` must not be there
 * yet; it is taken away again unless the tool succeeds.
 */
export type Tools = {
  look: { readonly task: { readonly paths: readonly string[] }; readonly answer: readonly WorkspaceLook[] };
  overview: {
    readonly task: { readonly path: string };
    readonly answer: Pick<WorkspaceOverview, 'name' | 'schemaVersion' | 'unusedBytes' | 'counts'>;
  };
  copy: { readonly task: { readonly from: string; readonly to: string }; readonly answer: null };
  compact: { readonly task: { readonly from: string; readonly to: string }; readonly answer: CompactAnswer };
  /** Later sources win over earlier ones. */
  rebuild: {
    readonly task: { readonly from: readonly string[]; readonly to: string };
    readonly answer: RebuildReport;
  };
  /** A case package of what is in scope. */
  package: {
    readonly task: {
      readonly workspacePath: string;
      readonly to: string;
      readonly scope: PlannedScope;
      readonly scopeWords: string;
      /** The folder of the chip cache, and whose chips; null: none go along. */
      readonly chips: { readonly cacheFolder: string; readonly profileId: string } | null;
      readonly madeAt: string;
      readonly madeBy: string;
    };
    readonly answer: PackageCounts;
  };
};
export type ToolName = keyof Tools;

/** What a tool's worker is started with. `stop[0]` becomes 1 when the work is no longer wanted. */
export type ToolSetup = { readonly name: ToolName; readonly task: unknown; readonly stop: Int32Array };

export type ToolMessage =
  | { readonly kind: 'progress'; readonly progress: ToolProgress }
  | { readonly kind: 'done'; readonly answer: unknown }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'error'; readonly error: PortableError };
