import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const script = fileURLToPath(new URL('../../../scripts/screen-texts.mjs', import.meta.url));

const refused = [
  ['a.tsx', 'export const a = <p>Nothing found</p>;'],
  ['a.tsx', "export const a = <p>{isOn ? 'Hide' : texts.show}</p>;"],
  ['a.tsx', 'export const a = <p>{count} of them</p>;'],
  ['a.tsx', 'export const a = <Field label="Name" />;'],
  ['a.tsx', "export const a = <Field placeholder={isEmpty ? 'Any area' : ''} />;"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source code.
  ['a.tsx', 'export const a = <button aria-label={`Remove ${name}`} />;'],
  ['a.tsx', "export const a = <Field aria-valuetext={value || 'All times'} />;"],
  ['a.ts', "export const command = { id: 'a.b', title: 'Fetch results', group: 'Results' };"],
  ['inner/a.ts', "export const choices = [{ value: 'all', label: 'All' }];"],
] as const;

const allowed = [
  'export const a = <p className="muted">{texts.nothingFound} · {count}</p>;',
  "export const a = <p>{kind === 'all' ? texts.all : texts.some}</p>;",
  'export const a = <Field label={texts.name} placeholder="123" value="all" />;',
  "export const command = { id: 'a.b', title: texts.commands.fetch, group: 'Results' };",
] as const;

/** Runs the check over a project with this file in a room. */
function check(file: string, text: string) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'sightline-screen-texts-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const room = path.join(root, 'renderer/features/search');
  mkdirSync(path.join(room, 'inner'), { recursive: true });
  writeFileSync(path.join(room, file), `// first line\n${text}\n`);
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  return { status, problems: stderr.trim().split('\n') };
}

describe('the rule for texts of the screen', () => {
  it.each(refused)('refuses in %s: %s', (file, text) => {
    const { status, problems } = check(file, text);
    expect(status).toBe(1);
    expect(problems).toEqual([expect.stringContaining(`renderer/features/search/${file}:2: move “`)]);
  });

  it.each(allowed)('allows %s', (text) => {
    expect(check('a.tsx', text)).toEqual({ status: 0, problems: [''] });
  });

  it('allows texts in texts.ts', () => {
    expect(check('texts.ts', "export const texts = { title: 'Search' };").status).toBe(0);
  });

  it('holds for the project itself', () => {
    const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
