/**
 * Measures against peers in the same run: `npm run bench`. Flags: `--sizes 10k,100k,1m`, `--rounds N`, `--only NAME` of
 * ingest, fetch, query, export, start, team.
 */
import './lib/help.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { inProject } from './lib/paths.mjs';
import { projectNode } from './lib/project-node.mjs';
import { handleInterruption, run, wasInterrupted } from './lib/run.mjs';

handleInterruption();
await installWhatIsMissing('test');
if (wasInterrupted()) process.exit(130);
const built = await run(projectNode(), [inProject('scripts', 'build.mjs'), '--if-changed']);
if (built !== 0) process.exit(built);
const bench = inProject('test', 'bench', 'run.ts');
process.exit(await run(projectNode(), ['--no-warnings', bench, ...process.argv.slice(2)]));
