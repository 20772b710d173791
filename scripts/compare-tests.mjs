/**
 * Compares the tests with those of a commit: `node scripts/compare-tests.mjs COMMIT`. Prints titles that are gone, of
 * tests and their steps, and how many assertions there were and are. Ends with code 1 when a title is gone.
 */
import './lib/help.mjs';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { projectRoot } from './lib/paths.mjs';
import { assertionsIn, titlesIn } from './lib/test-titles.mjs';

const [commit = 'HEAD'] = process.argv.slice(2);
const git = (...args) =>
  execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 2 ** 28 });
const isTest = (name) => /^test\/.*\.(test|spec)\.tsx?$/.test(name);
const sumUp = (texts) => ({
  titles: new Map(texts.flatMap(({ name, text }) => titlesIn(text).map((title) => [title, name]))),
  assertions: texts.reduce((sum, { text }) => sum + assertionsIn(text), 0),
});

const before = sumUp(
  git('ls-tree', '-r', '--name-only', commit, 'test')
    .split('\n')
    .filter(isTest)
    .map((name) => ({ name, text: git('show', `${commit}:${name}`) })),
);
const now = sumUp(
  git('ls-files', '--cached', '--others', '--exclude-standard', 'test')
    .split('\n')
    .filter(isTest)
    .map((name) => ({ name, text: readFileSync(`${projectRoot}/${name}`, 'utf8') })),
);
const gone = [...before.titles].filter(([title]) => !now.titles.has(title));
for (const [title, name] of gone) console.log(`${name}: ${title}`);
console.log(
  `${gone.length} titles are gone. Titles: ${before.titles.size} before, ${now.titles.size} now. Assertions: ${before.assertions} before, ${now.assertions} now.`,
);
process.exit(gone.length > 0 ? 1 : 0);
