/**
 * Refuses imports that cross the layers: `renderer → shared ← electron`. A folder can be given instead of the
 * project's own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './lib/paths.mjs';
import { continueOnProjectNode } from './lib/project-node.mjs';

await continueOnProjectNode();
const { findForbiddenImports } = await import('./lib/layer-rules.mjs');

const root = process.argv[2] ?? projectRoot;
const files = ['shared', 'renderer', 'electron']
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file));
const problems = files.flatMap((file) =>
  findForbiddenImports(file, readFileSync(path.join(root, file), 'utf8')),
);
for (const problem of problems) console.error(problem);
console.log(`Layers: ${files.length} files, ${problems.length} forbidden imports.`);
process.exit(problems.length > 0 ? 1 : 0);
