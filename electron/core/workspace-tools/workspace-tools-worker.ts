import { matchAisPass } from '../ais/match-ais-pass.ts';
import { readAisFile, readAisTimes } from '../ais/read-ais-file.ts';
import { serveThread } from '../base/serve-thread.ts';
import type { ThreadHandlers } from '../base/thread-protocol.ts';
import type { ToolProgress } from '../base/tool-context.ts';
import type { CaseBatch } from '../exchange/case/case-batch.ts';
import { readCase } from '../exchange/case/read-case.ts';
import { planCase, writeCaseFile } from '../exchange/case/write-case.ts';
import { writeItems } from '../exchange/case/write-items.ts';
import { type RawFilesBatch, readRawFiles } from '../exchange/raw-import/read-raw-files.ts';
import { copyForeignLayer, previewLayerFile, readLayerFile } from '../layers/read-layer-file.ts';
import { explainSqliteError } from '../workspace/file/sql.ts';
import { checkPages } from './tasks/check-pages.ts';
import { compactWorkspace } from './tasks/compact-workspace.ts';
import { copyWorkspace } from './tasks/copy-workspace.ts';
import { inspectWorkspaces, readWorkspaceOverview } from './tasks/inspect-workspace.ts';
import { planFileExport } from './tasks/plan-file-export.ts';
import { rebuildWorkspace } from './tasks/rebuild-workspace.ts';
import { saveSafetyCopy } from './tasks/save-safety-copy.ts';

/** All tools for whole workspace files. A file that one writes must not exist yet, and is deleted unless it succeeds. */
const tools = {
  inspect: inspectWorkspaces,
  overview: readWorkspaceOverview,
  check: checkPages,
  planExport: planFileExport,
  copy: copyWorkspace,
  safetyCopy: saveSafetyCopy,
  compact: compactWorkspace,
  rebuild: rebuildWorkspace,
  planCase,
  writeCase: writeCaseFile,
  writeItems,
  readCase,
  readLayerFile,
  previewLayerFile,
  copyForeignLayer,
  readAisFile,
  readAisTimes,
  matchAisPass,
  readRawFiles,
};

/** Parts that tools send before their result. */
type Batches = { readonly readCase: CaseBatch; readonly readRawFiles: RawFilesBatch };

/** The tools as the methods of their thread. */
export type ToolThreadMethods = {
  readonly [Name in keyof typeof tools]: {
    readonly args: readonly [task: Parameters<(typeof tools)[Name]>[0]];
    readonly result: Awaited<ReturnType<(typeof tools)[Name]>>;
    readonly progress: ToolProgress;
    readonly batch: Name extends keyof Batches ? Batches[Name] : never;
  };
};

// Entry of the worker threads that do one thing each to a workspace file as a whole.
const handlers = Object.entries(tools).map(([name, tool]) => [
  name,
  ([task]: readonly [never], context: never) => tool(task, context),
]);
serveThread<ToolThreadMethods>(Object.fromEntries(handlers) as ThreadHandlers<ToolThreadMethods>, {
  explain: explainSqliteError,
});
