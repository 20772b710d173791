import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { removeLeftoverParts } from '../../../../../electron/core/base/part-files.ts';
import { finishInterruptedPublishing } from '../../../../../electron/core/base/publish-journal.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const program = fileURLToPath(new URL('../../../../builders/kill-publishing.ts', import.meta.url));
const patience = 180_000;

/** `two` is new; the others replace files. */
const former = { one: 'former one', three: 'former three' };
const complete = { one: 'new one', two: 'new two', three: 'new three' };

async function makeFormerSet(): Promise<string> {
  const folder = await makeTempFolder();
  for (const [name, content] of Object.entries(former)) writeFileSync(path.join(folder, name), content);
  return folder;
}

function publish(folder: string, killAt: number): { readonly wasKilled: boolean } {
  const { signal, status, stderr } = spawnSync(process.execPath, [
    '--no-warnings',
    program,
    folder,
    `${killAt}`,
  ]);
  if (signal === null && status !== 0) throw new Error(stderr.toString());
  return { wasKilled: signal === 'SIGKILL' };
}

/** The visible files with their contents, as a user finds them. */
function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(names.map(({ name }) => [name, readFileSync(path.join(folder, name), 'utf8')]));
}

async function restart(folder: string): Promise<readonly unknown[]> {
  const problems: unknown[] = [];
  await finishInterruptedPublishing(path.join(folder, 'publishing'), (problem) => problems.push(problem));
  await removeLeftoverParts(folder);
  return problems;
}

test('several files are all old or all new after a kill at any step', { timeout: patience }, async () => {
  const outcomes = new Set<string>();
  for (let step = 1; ; step += 1) {
    const folder = await makeFormerSet();
    const { wasKilled } = publish(folder, step);
    expect(await restart(folder)).toEqual([]);
    const set = contents(folder);
    expect([former, complete], `killed at operation ${step}`).toContainEqual(set);
    expect(
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /json$/.test(name)),
    ).toEqual([]);
    outcomes.add('two' in set ? 'new' : 'old');
    if (!wasKilled) break;
  }
  expect([...outcomes].toSorted()).toEqual(['new', 'old']);
});

test('the former files are restored where the new ones cannot be put in place any more', {
  timeout: patience,
}, async () => {
  let wasRestored = false;
  for (let step = 1; publish(await makeFormerSet(), step).wasKilled && !wasRestored; step += 1) {
    const folder = await makeFormerSet();
    publish(folder, step);
    // Somebody has made a folder of the name of a file that was still to come.
    const two = path.join(folder, 'two');
    if (existsSync(two) || !existsSync(path.join(folder, 'one'))) continue;
    if (!existsSync(path.join(folder, 'publishing'))) continue;
    mkdirSync(path.join(two, 'inside'), { recursive: true });
    const problems = await restart(folder);
    if (problems.length === 0) continue;
    wasRestored = true;
    rmSync(two, { recursive: true });
    expect(contents(folder)).toEqual(former);
  }
  expect(wasRestored).toBe(true);
});

/** The journal of a running process. */
async function makeRunningJournal() {
  const folder = await makeTempFolder();
  const journal = path.join(folder, 'publishing', 'a.json');
  mkdirSync(path.dirname(journal));
  const files = ['one', 'two'].map((name) => ({
    part: path.join(folder, `.${name}.part-00000000`),
    target: path.join(folder, name),
  }));
  for (const { part } of files) writeFileSync(part, 'new');
  writeFileSync(journal, JSON.stringify({ pid: process.ppid, files }));
  return { folder, journal };
}

test('what another running process publishes is left to it', async () => {
  const { folder, journal } = await makeRunningJournal();
  await finishInterruptedPublishing(path.dirname(journal), () => {});
  expect(existsSync(journal)).toBe(true);
  expect(existsSync(path.join(folder, 'one'))).toBe(false);
});

test('an old journal is finished although another process has its number, as after a restart of the system', async () => {
  const { folder, journal } = await makeRunningJournal();
  const before = new Date(Date.now() - 3_600_000);
  utimesSync(journal, before, before);
  await finishInterruptedPublishing(path.dirname(journal), () => {});
  expect(existsSync(journal)).toBe(false);
  expect(contents(folder)).toEqual({ one: 'new', two: 'new' });
});
