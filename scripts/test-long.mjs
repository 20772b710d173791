/** Installs what is missing and runs the tests with more repetitions and sizes, then damaged inputs: `npm run test:long`. */
import './lib/help.mjs';
import { installWhatIsMissing } from './lib/install.mjs';
import { handleInterruption, wasInterrupted } from './lib/run.mjs';
import { longSteps, runSteps } from './lib/steps.mjs';

handleInterruption();
await installWhatIsMissing('test');
process.exit(wasInterrupted() ? 130 : await runSteps(longSteps));
