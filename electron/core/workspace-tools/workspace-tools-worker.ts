import { matchAisPass } from '../ais/match-ais-pass.ts';
import { readAisFile } from '../ais/read-ais-file.ts';
import { serveThread } from '../base/serve-thread.ts';
import { readCase } from '../exchange/case/read-case.ts';
import { writeCaseFile } from '../exchange/case/write-case.ts';
import { writeItems } from '../exchange/case/write-items.ts';
import { readRawFiles } from '../exchange/raw-import/read-raw-files.ts';
import { readLayerFile } from '../layers/read-layer-file.ts';
import { explainSqliteError } from '../workspace/file/sql.ts';
import { checkPages } from './tasks/check-pages.ts';
import { compactWorkspace } from './tasks/compact-workspace.ts';
import { copyWorkspace } from './tasks/copy-workspace.ts';
import { inspectWorkspaces, readWorkspaceOverview } from './tasks/inspect-workspace.ts';
import { rebuildWorkspace } from './tasks/rebuild-workspace.ts';
import { saveSafetyCopy } from './tasks/save-safety-copy.ts';
import { selectDetections } from './tasks/select-detections.ts';
import type { ToolThreadMethods } from './tool-rpc.ts';

// Entry of the worker threads that do one thing each to a workspace file as a whole.
serveThread<ToolThreadMethods>(
  {
    inspect: ([task], context) => inspectWorkspaces(task, context),
    overview: ([{ path }]) => readWorkspaceOverview(path),
    check: ([task], context) => checkPages(task, context),
    select: ([task]) => selectDetections(task),
    copy: ([task], context) => copyWorkspace(task, context),
    safetyCopy: ([task], context) => saveSafetyCopy(task, context),
    compact: ([task], context) => compactWorkspace(task, context),
    rebuild: ([task], context) => rebuildWorkspace(task, context),
    writeCase: ([task], context) => writeCaseFile(task, context),
    writeItems: ([task], context) => writeItems(task, context),
    readCase: ([task], context) => readCase(task, context),
    readLayerFile: ([task], context) => readLayerFile(task, context),
    readAisFile: ([task], context) => readAisFile(task, context),
    matchAisPass: ([input]) => matchAisPass(input),
    readRawFiles: ([task], context) => readRawFiles(task, context),
  },
  { explain: explainSqliteError },
);
