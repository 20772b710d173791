/**
 * Run as a separate process, which tests kill: `team-client.ts publish|pull|push <connection as JSON> <workspace>`. Prints a
 * line for each page that was pulled.
 */
import { publishWorkspace, pullTeamRecords, syncTeamReviews } from '../../electron/core/team/team.ts';
import type { TeamConnection } from '../../electron/core/team/team-connection.ts';
import { openWorkspace } from '../../electron/core/workspace/open/open-workspace.ts';
import { coreWorkers } from './core-workers.ts';

const [step, connectionText = '', workspacePath = ''] = process.argv.slice(2);
const connection = JSON.parse(connectionText) as TeamConnection;
const signal = new AbortController().signal;
const open = () => openWorkspace({ path: workspacePath, workerUrl: coreWorkers.workspace });

if (step === 'publish') {
  await publishWorkspace(coreWorkers.team, { connection, workspacePath }, { signal, onProgress() {} });
} else if (step === 'pull') {
  const onProgress = () => process.stdout.write('page\n');
  await pullTeamRecords(coreWorkers.team, { connection, workspace: await open() }, { signal, onProgress });
} else {
  await syncTeamReviews(coreWorkers.team, { connection, workspace: await open() }, { signal });
}
