import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inProject } from './paths.mjs';

const kinds = ['unit', 'component', 'integration'];

/** The unit, component and integration tests of what has changed since a commit, as paths from the root. */
export function testsChangedSince(commit) {
  const changed = [
    ...list('diff', '--name-only', commit),
    ...list('ls-files', '--others', '--exclude-standard'),
  ];
  const files = [...list('ls-files', 'test', 'electron', 'renderer', 'shared'), ...changed];
  const there = files.filter((file) => existsSync(inProject(file)));
  return selectTests(changed, there, (file) => readFileSync(inProject(file), 'utf8'));
}

/**
 * The tests among `files` that are changed themselves, import a changed file, or lie in the folder that mirrors its own:
 * what runs in a worker is imported by no test. Where a file has no such test, those of the modules that import it.
 */
export function selectTests(changed, files, readText) {
  const code = [...new Set(files)].filter((file) => /\.[mc]?tsx?$/.test(file));
  const imports = new Map(code.map((file) => [file, importsOf(file, readText(file))]));
  const isTest = (file) =>
    file.startsWith('test/') && kinds.includes(file.split('/')[1]) && /\.test\.tsx?$/.test(file);
  const tests = code.filter(isTest);
  const importersOf = (touched, among) =>
    among.filter((file) => imports.get(file).some((imported) => touched.has(imported)));
  const testsOf = (touched) => {
    const importers = new Set(importersOf(touched, tests));
    const folders = new Set(
      [...touched].flatMap((file) =>
        kinds.map((kind) => path.posix.join('test', kind, path.posix.dirname(file))),
      ),
    );
    return tests.filter(
      (file) => touched.has(file) || folders.has(path.posix.dirname(file)) || importers.has(file),
    );
  };
  const selected = new Set(
    changed.flatMap((file) => {
      const seen = new Set();
      let touched = new Set([file]);
      let found = testsOf(touched);
      while (found.length === 0 && touched.size > 0) {
        for (const each of touched) seen.add(each);
        touched = new Set(importersOf(touched, code).filter((each) => !isTest(each) && !seen.has(each)));
        found = testsOf(touched);
      }
      return found;
    }),
  );
  return tests.filter((file) => selected.has(file));
}

/** The paths from the root of the modules that a file imports, also as workers. */
function importsOf(file, text) {
  return Array.from(text.matchAll(/(?:from |import\(\s*|new URL\()'(\.[^']+)'/g), ([, imported]) =>
    path.posix.join(path.posix.dirname(file), imported),
  );
}

function list(...args) {
  const { stdout, status, stderr } = spawnSync('git', args, { cwd: inProject(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout.split('\n').filter(Boolean);
}
