/** Installs what is missing and runs every check and every test: `npm test`. */
import { installWhatIsMissing } from './lib/install.mjs';
import { handleInterruption, wasInterrupted } from './lib/run.mjs';
import { runSteps } from './lib/steps.mjs';

handleInterruption();
await installWhatIsMissing('test');
process.exit(wasInterrupted() ? 130 : await runSteps());
