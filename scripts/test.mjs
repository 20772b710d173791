/**
 * Installs what is missing and runs every check and every test: `npm test`. `-- --shard 1/2` runs a part of the tests.
 * `-- --changed` runs what belongs to the changes since the last commit, `-- --changed COMMIT` since that one: the tests
 * that import a changed file or mirror its folder, and the end-to-end tests that are changed themselves.
 */
import './lib/help.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { handleInterruption, wasInterrupted } from './lib/run.mjs';
import { runSteps, steps } from './lib/steps.mjs';
import { parseTestFlags } from './lib/test-flags.mjs';

const flags = parseTestFlags(process.argv.slice(2));

handleInterruption();
await installWhatIsMissing('test');
process.exit(wasInterrupted() ? 130 : await runSteps(steps, flags));
