/**
 * Checks the documents (words, lengths, links, cited decisions, named files) and comments. A folder can
 * be given instead of the project's own.
 */
import './lib/help.mjs';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { countWords, findDocumentProblems, isGuide, wordsOutsideGuide } from './lib/document-rules.mjs';
import { projectRoot } from './lib/paths.mjs';
import { continueOnProjectNode } from './lib/project-node.mjs';

await continueOnProjectNode();
const { findCommentProblems } = await import('./lib/comment-rules.mjs');

const root = process.argv[2] ?? projectRoot;
const folders = ['docs', 'electron', 'renderer', 'shared', 'scripts', 'test'];
const files = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((name) => `${folder}/${name}`),
    )
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => !/\/(node_modules|\.output|fixtures)\//.test(name)),
].filter((name) => /\.(md|ts|tsx|mjs|css)$/.test(name));
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const documents = files.filter((file) => file.endsWith('.md'));
const words = documents
  .filter((file) => !isGuide(file))
  .reduce((sum, file) => sum + countWords(texts.get(file)), 0);

const problems = [
  ...findDocumentProblems(texts, (file) => existsSync(path.join(root, file))),
  ...[...texts].flatMap(([file, text]) => findCommentProblems(file, text)),
];
if (words > wordsOutsideGuide) {
  problems.push(
    `docs:1: the documents outside of the guide have ${words} words, of at most ${wordsOutsideGuide}`,
  );
}
for (const problem of problems) console.error(problem);
console.log(
  `Documents: ${documents.length} files, ${problems.length} problems; ${words} words outside of the guide, at most ${wordsOutsideGuide}.`,
);
process.exit(problems.length > 0 ? 1 : 0);
