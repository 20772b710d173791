/**
 * Refuses tests that wait for a time or are run again, and those in folders that the source tree does not have. A folder
 * can be given instead of the project's own.
 */
import './lib/help.mjs';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './lib/paths.mjs';
import { findTestProblems } from './lib/test-rules.mjs';

const root = process.argv[2] ?? projectRoot;
const isFolder = (name) => statSync(path.join(root, name), { throwIfNoEntry: false })?.isDirectory() ?? false;
const files = ['unit', 'component', 'integration', 'e2e', 'bench', 'builders', '.']
  .map((folder) => path.posix.join('test', folder))
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: folder !== 'test' }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.includes('/node_modules/'));
const problems = files.flatMap((file) =>
  findTestProblems(file, readFileSync(path.join(root, file), 'utf8'), isFolder),
);
for (const problem of problems) console.error(problem);
console.log(`Test rules: ${files.length} files, ${problems.length} problems.`);
process.exit(problems.length > 0 ? 1 : 0);
