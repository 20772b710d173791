/**
 * Refuses floating promises: statements whose promise nothing waits for, and functions with a promise where none is
 * expected. Errors would be lost, or end the process. A folder can be given instead of the project's own.
 */
import './lib/help.mjs';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './lib/paths.mjs';
import { continueOnProjectNode } from './lib/project-node.mjs';

await continueOnProjectNode();
const { findFloatingPromises } = await import('./lib/promise-rules.mjs');

const root = process.argv[2] ?? projectRoot;
const folders = ['shared', 'renderer', 'electron', 'scripts', 'test'].filter((folder) =>
  existsSync(path.join(root, folder, 'tsconfig.json')),
);
const { files, problems } = findFloatingPromises(root, folders);
// Not on the error output, where TypeScript's own process sometimes writes, too.
for (const problem of problems) console.log(problem);
console.log(`Promises: ${files} files, ${problems.length} floating.`);
process.exit(problems.length > 0 || files === 0 ? 1 : 0);
