import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { moveFile } from '../../../../../electron/core/base/move-file.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const failWith = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }));

async function files() {
  const folder = await makeTempFolder();
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  writeFileSync(from, 'content');
  return { from, to };
}

it.each([
  ['on one disk', undefined],
  ['to another disk', failWith('EXDEV')],
])('a file is moved %s', async (_where, rename) => {
  const { from, to } = await files();
  await moveFile(from, to, rename);
  expect(readFileSync(to, 'utf8')).toBe('content');
  expect(existsSync(from)).toBe(false);
});

it('a file that cannot be moved stays, and nothing is left at its target', async () => {
  const { from, to } = await files();
  await expect(moveFile(from, to, failWith('EACCES'))).rejects.toThrow('EACCES');
  expect(existsSync(to)).toBe(false);
  await expect(moveFile(from, path.join(to, 'gone'), failWith('EXDEV'))).rejects.toThrow('ENOENT');
  expect(readFileSync(from, 'utf8')).toBe('content');
});
