import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createExportFolder } from '../../../../electron/browser/export-folder.ts';
import { freeName } from '../../../../electron/core/base/free-name.ts';
import { planPart, removeLeftoverParts } from '../../../../electron/core/base/part-files.ts';

let parent: string;
let folder: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'sightline-exports-'));
  folder = path.join(parent, 'exports');
});
afterEach(() => rm(parent, { recursive: true }));

const ask = (address: string, method = 'GET') => new Request(`http://127.0.0.1:1${address}`, { method });

describe('export folder of the browser host', () => {
  it('gives each export a name of its own, before any file stands', async () => {
    const exports = createExportFolder(folder);
    const chosen = await Promise.all([1, 2, 3].map(() => exports.chooseTarget('detections.geojson')));
    // Which of them comes first is not said.
    expect(new Set(chosen.map((target) => path.basename(target.path)))).toEqual(
      new Set(['detections.geojson', 'detections-2.geojson', 'detections-3.geojson']),
    );
    await writeFile(path.join(folder, 'other.geojson'), '');
    expect((await exports.chooseTarget('other.geojson')).downloadUrl).toBe('/exports/other-2.geojson');
  });

  it('writes nowhere else, whatever is suggested', async () => {
    const exports = createExportFolder(folder);
    for (const name of [
      '../../etc/passwd',
      '..',
      '/abs',
      'a\\b',
      '.hidden',
      '',
      'CON:x',
      'é?*',
      'CON',
      'منطقة 12.draft.json',
      '黄海.csv',
      '100%.csv',
      'a\u202eb',
      '👨‍👩‍👧.csv'.slice(0, 3),
    ]) {
      const target = await exports.chooseTarget(name);
      expect(path.dirname(target.path), name).toBe(folder);
      expect((await exports.respond(ask(target.downloadUrl ?? '')))?.status).toBe(404);
      await writeFile(target.path, 'x');
      expect((await exports.respond(ask(target.downloadUrl ?? '')))?.status, name).toBe(200);
    }
  });

  it('serves a finished file as a download', async () => {
    const exports = createExportFolder(folder);
    const { path: file, downloadUrl = '' } = await exports.chooseTarget('detections.geojson');
    expect((await exports.respond(ask(downloadUrl)))?.status).toBe(404);
    await writeFile(file, '{"type":"FeatureCollection","features":[]}');
    const response = await exports.respond(ask(downloadUrl));
    expect(response?.headers.get('content-disposition')).toBe('attachment; filename="detections.geojson"');
    expect(response?.headers.get('content-type')).toBe('application/geo+json');
    expect(await response?.json()).toEqual({ type: 'FeatureCollection', features: [] });
  });

  it('shows a report as a page that can run and load nothing, and other files as downloads', async () => {
    const exports = createExportFolder(folder);
    for (const [name, isPage] of [
      ['report.html', true],
      ['detections.geojson', false],
    ] as const) {
      const { path: file, downloadUrl = '' } = await exports.chooseTarget(name);
      await writeFile(file, '<p>1</p>');
      const { headers = new Headers() } = (await exports.respond(ask(`${downloadUrl}?open`))) ?? {};
      expect(headers.has('content-disposition')).toBe(!isPage);
      expect(/^sandbox; default-src 'none';/.test(headers.get('content-security-policy') ?? '')).toBe(isPage);
    }
  });

  it('gives a name in any script to the browser', async () => {
    const exports = createExportFolder(folder);
    const { path: file, downloadUrl = '' } = await exports.chooseTarget('منطقة 12.draft.json');
    expect(path.basename(file)).toBe('منطقة 12.draft.json');
    await writeFile(file, '{}');
    const header = (await exports.respond(ask(downloadUrl)))?.headers.get('content-disposition') ?? '';
    expect(header).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''/);
    expect(decodeURIComponent(/UTF-8''(.*)$/.exec(header)?.[1] ?? '')).toBe('منطقة 12.draft.json');
  });

  it('serves no other file', async () => {
    const exports = createExportFolder(folder);
    await exports.chooseTarget('detections.geojson');
    await writeFile(path.join(parent, 'secret.txt'), 'secret');
    for (const address of ['/exports/..%2fsecret.txt', '/exports/', '/exports/a/b', '/exports/.x']) {
      expect((await exports.respond(ask(address)))?.status, address).toBe(404);
    }
    expect(await exports.respond(ask('/secret.txt'))).toBeUndefined();
    expect((await exports.respond(ask('/exports/detections.geojson', 'POST')))?.status).toBe(404);
  });

  it('makes the folder only when it is needed', async () => {
    const exports = createExportFolder(folder);
    expect(existsSync(folder)).toBe(false);
    await exports.chooseTarget('a.geojson');
    expect(existsSync(folder)).toBe(true);
  });
});

describe('parts of exports whose process was killed', () => {
  it('are cleared away, and nothing else', async () => {
    await removeLeftoverParts(folder);
    const exports = createExportFolder(folder);
    const { path: target } = await exports.chooseTarget('detections.geojson');
    await writeFile(target, 'whole');
    await writeFile(planPart(target).part, 'half');
    await writeFile(path.join(folder, '.mine'), '');
    expect(await readdir(folder)).toHaveLength(3);
    await removeLeftoverParts(folder);
    expect((await readdir(folder)).sort()).toEqual(['.mine', 'detections.geojson']);
  });
});

describe('freeName', () => {
  it('numbers before the extension', () => {
    const taken = new Set(['a.geojson', 'a-2.geojson', 'b']);
    expect(freeName('a.geojson', (name) => taken.has(name))).toBe('a-3.geojson');
    expect(freeName('b', (name) => taken.has(name))).toBe('b-2');
    expect(freeName('c', (name) => taken.has(name))).toBe('c');
  });
});
