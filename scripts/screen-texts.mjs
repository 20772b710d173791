/**
 * Refuses texts of the screen outside of the `texts.ts` of their room. A folder can be given instead of the project's
 * own.
 */
import './lib/help.mjs';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './lib/paths.mjs';
import { continueOnProjectNode } from './lib/project-node.mjs';

await continueOnProjectNode();
const { findScreenTexts } = await import('./lib/screen-text-rules.mjs');

const root = process.argv[2] ?? projectRoot;
const features = 'renderer/features';
const files = readdirSync(path.join(root, features), { recursive: true })
  .map((file) => `${features}/${file}`)
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('/texts.ts'));
const problems = files.flatMap((file) => findScreenTexts(file, readFileSync(path.join(root, file), 'utf8')));
for (const problem of problems) console.error(problem);
console.log(`Screen texts: ${files.length} files, ${problems.length} texts outside of texts.ts.`);
process.exit(problems.length > 0 ? 1 : 0);
