/** Installs what is missing and runs every check and every test, or a part of the tests: `npm test [-- --shard 1/2]`. */
import { parseArgs } from 'node:util';
import { installWhatIsMissing } from './lib/install.mjs';
import { handleInterruption, wasInterrupted } from './lib/run.mjs';
import { runSteps, steps } from './lib/steps.mjs';

const { shard } = parseArgs({ options: { shard: { type: 'string' } } }).values;

handleInterruption();
await installWhatIsMissing('test');
process.exit(wasInterrupted() ? 130 : await runSteps(steps, shard));
