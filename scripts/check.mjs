/** Formats everything, then runs every check and every test without installing anything: `npm run check`. */
import './lib/help.mjs';
import { packageBin } from './lib/packages.mjs';
import { projectNode } from './lib/project-node.mjs';
import { handleInterruption, run, wasInterrupted } from './lib/run.mjs';
import { runSteps, steps } from './lib/steps.mjs';

handleInterruption();
console.log('=== Format');
await run(projectNode(), [packageBin('@biomejs/biome', 'biome'), 'check', '--write', '.']);
process.exit(wasInterrupted() ? 130 : await runSteps(steps));
