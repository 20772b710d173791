/** Pulls a team database into a new workspace: `team-pull.ts <worker> <workspace worker> <connection as JSON> <workspace>`. */
import { pathToFileURL } from 'node:url';
import { pullTeamRecords } from '../../../electron/core/team/team.ts';
import type { TeamConnection } from '../../../electron/core/team/team-connection.ts';
import { openWorkspace } from '../../../electron/core/workspace/open/open-workspace.ts';
import { report } from '../report.ts';

const [worker = '', workspaceWorker = '', connection = '', path = ''] = process.argv.slice(2);
const startedAt = performance.now();
const workspace = await openWorkspace({ path, workerUrl: pathToFileURL(workspaceWorker) });
const pulled = await pullTeamRecords(
  pathToFileURL(worker),
  { connection: JSON.parse(connection) as TeamConnection, workspace },
  { signal: new AbortController().signal, onProgress() {} },
);
if (!pulled.ok) throw new Error(pulled.failure.message);
await workspace.close();
report(performance.now() - startedAt, { records: pulled.value.added });
