import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { firstSettings } from '../../../../../electron/core/settings/settings.ts';
import { openSettingsFile } from '../../../../../electron/core/settings/settings-file.ts';
import { inProject } from '../../../../../scripts/lib/paths.mjs';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const program = fileURLToPath(new URL('../../../../builders/kill-writing-settings.ts', import.meta.url));

it('are whole whenever the app is killed while it writes them, and nothing is left next to them', async () => {
  const folder = await makeTempFolder();
  const file = path.join(folder, 'settings.json');
  for (let kill = 0; kill < 10; kill += 1) {
    const app = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(app.stdout, 'data');
    setTimeout(() => app.kill('SIGKILL'), Math.random() * 60);
    await once(app, 'close');
    const settings = await openSettingsFile(file);
    expect(settings.problem).toBeUndefined();
    expect(new Set(Object.values(settings.current().lastUsernames)).size).toBeLessThanOrEqual(1);
  }
  expect(Object.keys((await openSettingsFile(file)).current().lastUsernames)).toHaveLength(2_000);
  expect(await readdir(folder)).toEqual(['settings.json']);
});

it('stay as they were when a change cannot be written, and the failure names the file', async () => {
  const folder = path.join(await makeTempFolder(), 'data');
  await mkdir(folder);
  const file = path.join(folder, 'settings.json');
  const settings = await openSettingsFile(file);
  await rm(folder, { recursive: true });
  const changed = await settings.change((current) => ({ ...current, currentProfileId: 'other' }));
  expect(changed).toMatchObject({ ok: false, failure: { code: 'disk' } });
  expect(changed.ok ? '' : changed.failure.message).toContain(file);
  expect(settings.current()).toEqual(firstSettings);
});

it('are saved one change after the other, readable by their owner only', async () => {
  const file = path.join(await makeTempFolder(), 'settings.json');
  const settings = await openSettingsFile(file);
  const changes = Array.from({ length: 20 }, (_none, index) =>
    settings.change((current) => ({
      ...current,
      lastUsernames: { ...current.lastUsernames, [`profile-${index}`]: 'anna' },
    })),
  );
  await Promise.all(changes);
  expect(Object.keys((await openSettingsFile(file)).current().lastUsernames)).toHaveLength(20);
  if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
});

const profile = {
  id: 'own',
  name: 'Own',
  kind: 'custom',
  baseUrl: 'https://own.example',
  imageBaseUrl: 'https://own.example',
  brand: 'svc',
  bracedQueryBody: false,
  sendTokenToImages: false,
};
const sound = {
  version: 1,
  currentProfileId: 'own',
  profiles: [profile],
  lastUsernames: { own: 'anna' },
  reviewers: { stem: 'Anna' },
  chipCacheLimit: firstSettings.chipCacheLimit,
  mapSources: [],
  tileCacheLimit: firstSettings.tileCacheLimit,
  updateAddress: 'https://updates.example/',
};

it.each<[what: string, change: Record<string, unknown>, expected: Record<string, unknown>, named: string]>([
  ['a text in place of a number', { chipCacheLimit: 'much' }, {}, 'chipCacheLimit'],
  ['a number that is too small', { tileCacheLimit: -1 }, {}, 'tileCacheLimit'],
  [
    'nothing in place of a text',
    { currentProfileId: null },
    { currentProfileId: firstSettings.currentProfileId },
    'currentProfileId',
  ],
  [
    'a missing text',
    { currentProfileId: undefined },
    { currentProfileId: firstSettings.currentProfileId },
    'currentProfileId',
  ],
  ['one of two profiles', { profiles: [{ ...profile, baseUrl: 5 }, profile] }, {}, 'profiles.0.baseUrl'],
  ['all profiles', { profiles: 'none' }, { profiles: [] }, 'profiles'],
  ['one of two names', { lastUsernames: { own: 'anna', other: 5 } }, {}, 'lastUsernames.other'],
  ['one of two reviewers', { reviewers: { stem: 'Anna', other: null } }, {}, 'reviewers.other'],
  ['a map source', { mapSources: [{ source: {} }] }, {}, 'mapSources.0.source'],
  ['the team', { team: { host: 5 } }, {}, 'team'],
  ['an address', { updateAddress: 5 }, { updateAddress: undefined }, 'updateAddress'],
])('lose only what is invalid, with a note: %s', async (_what, change, expected, named) => {
  const file = path.join(await makeTempFolder(), 'settings.json');
  const text = JSON.stringify({ ...sound, ...change });
  await writeFile(file, text);
  const settings = await openSettingsFile(file);
  expect(settings.current()).toEqual(JSON.parse(JSON.stringify({ ...sound, ...expected })));
  expect(settings.problem).toContain(`“${named}`);
  // The file is as it was until the first change, and is saved before it.
  expect(await readFile(file, 'utf8')).toBe(text);
  expect(await settings.change((current) => ({ ...current, currentProfileId: 'demo' }))).toMatchObject({
    ok: true,
  });
  const [copy = '', ...others] = (await readdir(path.dirname(file))).filter(
    (name) => name !== 'settings.json',
  );
  expect(others).toEqual([]);
  expect(settings.problem).toContain(copy);
  expect(await readFile(path.join(path.dirname(file), copy), 'utf8')).toBe(text);
  expect((await openSettingsFile(file)).problem).toBeUndefined();
});

it('are begun anew when they are no settings at all', async () => {
  for (const text of ['{"version": 1', '[]', '5', '{"version": "one"}', '{}']) {
    const file = path.join(await makeTempFolder(), 'settings.json');
    await writeFile(file, text);
    const settings = await openSettingsFile(file);
    expect(settings.current()).toEqual(firstSettings);
    expect(settings.problem).toContain('begun anew');
  }
});

it('are read from the files that the guide for administrators shows', async () => {
  const guide = await readFile(inProject('docs', 'guide', 'administrators.md'), 'utf8');
  const examples = Array.from(guide.matchAll(/^```\n(\{.*?^\})\n```$/gms), ([, json = '']) => json);
  expect(examples.length).toBeGreaterThanOrEqual(2);
  const folder = await makeTempFolder();
  for (const [index, example] of examples.entries()) {
    const file = path.join(folder, `${index}.json`);
    await writeFile(file, example);
    const settings = await openSettingsFile(file);
    expect(settings.problem).toBeUndefined();
    const { profiles, ...others } = JSON.parse(example);
    expect(settings.current()).toMatchObject(others);
    expect(settings.current().profiles).toMatchObject(profiles);
  }
});
