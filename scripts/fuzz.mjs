/**
 * Feeds damaged inputs to the readers of files and responses: `npm run fuzz`. Flags: `--minutes N` or `--count N`,
 * `--seed N`, `--target NAME,NAME`.
 */
import './lib/help.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { inProject } from './lib/paths.mjs';
import { projectNode } from './lib/project-node.mjs';
import { handleInterruption, run, wasInterrupted } from './lib/run.mjs';

handleInterruption();
await installWhatIsMissing('test');
if (wasInterrupted()) process.exit(130);
const fuzz = inProject('test', 'fuzz', 'run.ts');
process.exit(await run(projectNode(), ['--no-warnings', fuzz, ...process.argv.slice(2)]));
