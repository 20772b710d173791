import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.mjs';
import { releaseNotes } from '../../../scripts/lib/release-notes.mjs';

const folder = inProject('.github', 'workflows');
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(`${folder}/${name}`, 'utf8')]));
const workflows = [...texts];
const { scripts, version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));

/** The values of a key in a workflow, which has each on one line. */
function valuesOf(text: string, key: string): string[] {
  return [...text.matchAll(new RegExp(`^ *(?:- )?${key}: (.+)$`, 'gm'))].map(([, value = '']) => value);
}

it('workflows are short', () => {
  const lines = workflows.flatMap(([, text]) => text.trimEnd().split('\n'));
  expect(lines.length).toBeLessThan(150);
});

it.each(workflows)(
  '%s is indented by two spaces and has a name, triggers, permissions and jobs',
  (_, text) => {
    expect(text).not.toContain('\t');
    for (const line of text.split('\n')) expect((/^ */.exec(line)?.[0].length ?? 0) % 2, line).toBe(0);
    const keys = [...text.matchAll(/^(\w+):/gm)].map(([, key]) => key);
    expect(keys).toEqual(['name', 'on', 'permissions', 'jobs']);
  },
);

it.each(workflows)('%s runs npm commands that there are, and few others', (_, text) => {
  const runs = valuesOf(text, 'run');
  expect(runs.length).toBeGreaterThan(0);
  for (const run of runs) {
    const script = /\bnpm (?:run (?:--silent )?)?([\w:-]+)/.exec(run)?.[1];
    if (script === undefined)
      expect(run).toMatch(/^(sudo apt-get update|npx playwright install|gh release create) /);
    else expect([...Object.keys(scripts), 'ci', 'audit'], run).toContain(script);
  }
});

it.each(workflows)('%s uses actions of a version, and workflows that there are', (_, text) => {
  for (const used of valuesOf(text, 'uses')) {
    if (used.startsWith('./')) expect(existsSync(inProject(used)), used).toBe(true);
    else expect(used).toMatch(/^actions\/[a-z-]+@v\d+$/);
  }
});

it('tests run on each system, and their packages are what a release takes', () => {
  const test = texts.get('test.yml') ?? '';
  expect(valuesOf(test, 'os')).toEqual(['[ubuntu-latest, macos-latest, windows-latest]']);
  // GitHub has the value as it is when it is no expression.
  expect(valuesOf(test, 'name')).toContain('packages-$' + '{{ runner.os }}');
  expect(valuesOf(texts.get('release.yml') ?? '', 'pattern')).toEqual(['packages-*']);
});

it('a release has the descriptions without which its packages are no updates', () => {
  expect(texts.get('test.yml')).toMatch(/path: \|\n +release\/\[Ss\]ightline\*\n +release\/latest\*\.yml\n/);
});

it('the changelog has the version of the project', () => {
  expect(releaseNotes(readFileSync(inProject('CHANGELOG.md'), 'utf8'), version, version)).not.toBe('');
});
