import { parentPort, workerData } from 'node:worker_threads';
import { writePackage } from '../exchange/package/write-package.ts';
import { explainSqliteError } from '../workspace/sql.ts';
import { packError } from '../workspace/workspace-rpc.ts';
import { compactWorkspace } from './tasks/compact-workspace.ts';
import { copyWorkspace } from './tasks/copy-workspace.ts';
import { lookAtWorkspace } from './tasks/look-at-workspace.ts';
import { rebuildWorkspace } from './tasks/rebuild-workspace.ts';
import { overviewOfWorkspace } from './tasks/workspace-overview.ts';
import type { ToolMessage, ToolName, ToolSetup, Tools } from './tool-rpc.ts';
import { type ToolRun, ToolStopped } from './tool-run.ts';

type Tool<Name extends ToolName> = (
  task: Tools[Name]['task'],
  run: ToolRun,
) => Tools[Name]['answer'] | Promise<Tools[Name]['answer']>;

const tools: { readonly [Name in ToolName]: Tool<Name> } = {
  look: ({ paths }) => paths.map(lookAtWorkspace),
  overview: ({ path }) => overviewOfWorkspace(path),
  copy: copyWorkspace,
  compact: compactWorkspace,
  rebuild: rebuildWorkspace,
  package: writePackage,
};

/** Entry of the worker threads that do one thing each to a workspace file as a whole, and then end. */
async function main({ name, task, stop }: ToolSetup): Promise<void> {
  if (!parentPort) throw new Error('The workspace tools must be started as a worker thread.');
  const port = parentPort;
  const post = (message: ToolMessage) => port.postMessage(message);
  const run: ToolRun = {
    check() {
      if (Atomics.load(stop, 0) !== 0) throw new ToolStopped();
    },
    progress: (progress) => post({ kind: 'progress', progress }),
  };
  try {
    // The starter types task and answer by the same name.
    const tool = tools[name] as (task: unknown, run: ToolRun) => unknown;
    post({ kind: 'done', answer: await tool(task, run) });
  } catch (error) {
    if (error instanceof ToolStopped) post({ kind: 'stopped' });
    else post({ kind: 'error', error: packError(explainSqliteError(error)) });
  }
}

await main(workerData as ToolSetup);
