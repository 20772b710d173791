/** Publishes a workspace to a team database: `team-publish.ts <worker> <connection as JSON> <workspace>`. */
import { pathToFileURL } from 'node:url';
import { publishWorkspace } from '../../../electron/core/team/team.ts';
import type { TeamConnection } from '../../../electron/core/team/team-connection.ts';
import { report } from '../report.ts';

const [worker = '', connection = '', workspacePath = ''] = process.argv.slice(2);
const startedAt = performance.now();
const published = await publishWorkspace(
  pathToFileURL(worker),
  { connection: JSON.parse(connection) as TeamConnection, workspacePath },
  { signal: new AbortController().signal, onProgress() {} },
);
if (!published.ok) throw new Error(published.failure.message);
report(performance.now() - startedAt, {
  records: published.value.published,
});
