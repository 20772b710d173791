import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { undefinedIfMissing } from '../../../../../electron/core/base/missing-file.ts';
import { planPart, writePartAndPublish } from '../../../../../electron/core/base/part-files.ts';
import {
  removeLeftovers,
  replaceFile,
  replaceFileSync,
} from '../../../../../electron/core/base/replace-file.ts';
import { writeFailure } from '../../../../../electron/core/base/write-error.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

let folder: string;
beforeEach(async () => {
  folder = await makeTempFolder();
});

it.each([
  ['replaceFile', (file: string, text: string) => replaceFile(file, text, 'power cut')],
  ['replaceFileSync', async (file: string, text: string) => replaceFileSync(file, text)],
  ['writePartAndPublish', writePartAndPublish],
])('%s replaces a file, and leaves nothing else, failed or not', async (_name, write) => {
  const file = path.join(folder, 'state.json');
  await write(file, 'one');
  await write(file, 'two');
  expect(await readFile(file, 'utf8')).toBe('two');
  const occupied = path.join(folder, 'folder');
  await mkdir(path.join(occupied, 'inner'), { recursive: true });
  await expect(write(occupied, 'three')).rejects.toThrow();
  expect((await readdir(folder)).toSorted()).toEqual(['folder', 'state.json']);
});

it('leftovers of an interrupted replacement are deleted, and nothing else', async () => {
  const names = ['state.json', 'state.json.1234.tmp', 'other.json.1234.tmp'];
  for (const name of names) await writeFile(path.join(folder, name), '');
  await removeLeftovers(path.join(folder, 'state.json'));
  expect((await readdir(folder)).toSorted()).toEqual(['other.json.1234.tmp', 'state.json']);
});

it('a part file is hidden, in the folder of its target, and has a new name each time', () => {
  const target = path.join(folder, 'a.geojson');
  const parts = [planPart(target).part, planPart(target).part];
  expect(new Set(parts).size).toBe(2);
  for (const part of parts) {
    expect(path.dirname(part)).toBe(folder);
    expect(path.basename(part)).toMatch(/^\.a\.geojson\.part-[0-9a-f]{8}$/);
  }
});

it('a missing file is undefined, any other error is thrown', async () => {
  expect(await undefinedIfMissing(readFile(path.join(folder, 'missing')))).toBeUndefined();
  await expect(undefinedIfMissing(readFile(folder))).rejects.toThrow('EISDIR');
});

it('a write error names the folder and the remedy', () => {
  const target = path.join(folder, 'a.csv');
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  const { message, details } = writeFailure(full, target);
  expect(message).toContain(`The disk of ${folder} is full.`);
  expect(details).toBe('no space (ENOSPC)');
  expect(writeFailure('odd', target)).toEqual({
    code: 'disk',
    message: 'The export failed: a.csv could not be written.',
    details: 'odd',
  });
  const explained = new Error('The disk failed. Check it.', { cause: new Error('disk I/O error') });
  expect(writeFailure(explained, target)).toEqual({
    code: 'disk',
    message: 'The export failed: The disk failed. Check it.',
    details: 'disk I/O error',
  });
});
