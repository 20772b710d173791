import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { noticesOf, packageFolder } from '../../../../scripts/vite/notices.mjs';

function buildPackage(description: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(description));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  return folder;
}

describe('the package of a module', () => {
  it.each([
    ['/app/node_modules/ol/Map.js', '/app/node_modules/ol'],
    ['/app/node_modules/@mantine/core/esm/index.mjs', '/app/node_modules/@mantine/core'],
    ['/app/node_modules/geotiff/node_modules/pako/a.js', '/app/node_modules/geotiff/node_modules/pako'],
    ['\0/app/node_modules/dayjs/dayjs.min.js?commonjs', '/app/node_modules/dayjs'],
    ['C:\\app\\node_modules\\ol\\Map.js', 'C:/app/node_modules/ol'],
    ['/app/renderer/app/main.tsx', undefined],
    ['\0vite/preload-helper.js', undefined],
  ])('of %j is %s', (id, folder) => {
    expect(packageFolder(id)).toBe(folder);
  });
});

describe('notices', () => {
  it('have the license and the notice that come with a package, and a package once', () => {
    const files = { 'LICENSE.md': 'The text.', NOTICE: 'A notice.', 'index.js': 'No license.' };
    const first = buildPackage({ name: 'a', version: '1.0.0', license: 'MIT' }, files);
    const again = buildPackage({ name: 'a', version: '1.0.0', license: 'MIT' }, files);
    const text = noticesOf(new Set([first, again]));
    expect(text.match(/a 1\.0\.0, MIT\n\nThe text\.\n\nA notice\.\n/g)).toHaveLength(1);
    expect(text).not.toContain('No license.');
  });

  it('name the author of a package that comes without a text', () => {
    const folder = buildPackage({ name: 'b', version: '2.0.0', license: 'ISC', author: { name: 'Ada' } });
    expect(noticesOf(new Set([folder]))).toContain(
      'b 2.0.0, ISC\n\nCopyright Ada\nIts license has the wording',
    );
  });

  it.each([
    [{ license: 'BDS-3-Clause' }, 'BSD-3-Clause'],
    [{ licenses: [{ type: 'BSD', url: 'https://example.test/license' }] }, 'BSD'],
    [{ licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }] }, 'MIT OR Apache-2.0'],
  ])('name the license of %j as %s', (named, license) => {
    const folder = buildPackage({ name: 'd', version: '1.0.0', ...named });
    expect(noticesOf(new Set([folder]))).toContain(`d 1.0.0, ${license}\n`);
  });

  it('fail on a package without a license', () => {
    const folder = buildPackage({ name: 'c', version: '3.0.0' });
    expect(() => noticesOf(new Set([folder]))).toThrow('The package c names no license.');
  });
});
