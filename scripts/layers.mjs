/**
 * Refuses imports that cross the layers (`renderer → shared ← electron`), and tables, lists and forms written by hand.
 * A folder can be given instead of the project's own.
 */
import './lib/help.mjs';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './lib/paths.mjs';
import { continueOnProjectNode } from './lib/project-node.mjs';

await continueOnProjectNode();
const { countSoleImporters, findForbiddenImports } = await import('./lib/layer-rules.mjs');
const { findHandwrittenParts } = await import('./lib/part-rules.mjs');

/** A module with one importer is often a part of it. */
const soleImportersPercent = 28;

const root = process.argv[2] ?? projectRoot;
const files = ['shared', 'renderer', 'electron']
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((file) => `${folder}/${file}`),
  )
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const imports = files.flatMap((file) => findForbiddenImports(file, texts.get(file)));
const parts = files.flatMap((file) => findHandwrittenParts(file, texts.get(file)));
const problems = [...imports, ...parts];
const percent = Math.round((countSoleImporters(texts) / Math.max(files.length, 1)) * 100);
for (const problem of problems) console.error(problem);
console.log(
  `Layers: ${files.length} files, ${imports.length} forbidden imports, ${parts.length} parts written by hand; ${percent} % of the modules have one importer, aim ${soleImportersPercent} %.`,
);
process.exit(problems.length > 0 ? 1 : 0);
