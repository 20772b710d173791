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
  const tests = [...list('ls-files', 'test'), ...changed].filter((file) => existsSync(inProject(file)));
  return selectTests(changed, tests, (file) => readFileSync(inProject(file), 'utf8'));
}

/**
 * The tests among `tests` that are changed themselves, import a changed file, or lie in the folder that mirrors its own:
 * what runs in a worker is imported by no test.
 */
export function selectTests(changed, tests, readText) {
  const folders = new Set(
    changed.flatMap((file) => kinds.map((kind) => path.posix.join('test', kind, path.posix.dirname(file)))),
  );
  const files = new Set(changed);
  const isTest = (file) => kinds.includes(file.split('/')[1]) && /\.test\.tsx?$/.test(file);
  const importsChanged = (file) =>
    Array.from(readText(file).matchAll(/from '(\.[^']+)'/g), ([, imported]) =>
      path.posix.join(path.posix.dirname(file), imported),
    ).some((imported) => files.has(imported));
  return [...new Set(tests)]
    .filter(isTest)
    .filter((file) => files.has(file) || folders.has(path.posix.dirname(file)) || importsChanged(file));
}

function list(...args) {
  const { stdout, status, stderr } = spawnSync('git', args, { cwd: inProject(), encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout.split('\n').filter(Boolean);
}
