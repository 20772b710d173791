/**
 * The command line: `npm run sightline -- export …`, `… fetch …`. Builds what has changed first. Only the command's
 * summary is written to standard output.
 */
import { inProject } from './lib/paths.mjs';
import { projectNode } from './lib/project-node.mjs';
import { handleInterruption, run, wasInterrupted } from './lib/run.mjs';

handleInterruption();
const quiet = { stdio: ['ignore', process.stderr, 'inherit'] };
const built = await run(projectNode(), [inProject('scripts', 'build.mjs'), '--if-changed'], quiet);
if (wasInterrupted()) process.exit(130);
if (built !== 0) process.exit(1);
const args = process.argv.slice(2);
process.exit(await run(projectNode(), [inProject('dist', 'main', 'cli.js'), ...args]));
