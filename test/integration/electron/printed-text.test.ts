import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.mjs';

test('text is printed by one function, which removes control characters', () => {
  const folder = inProject('electron');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const printing = files.filter((file) =>
    /\bconsole\.|\bstd(?:out|err)\.write\(/.test(readFileSync(path.join(folder, file), 'utf8')),
  );
  expect(printing.map((file) => file.replaceAll(path.sep, '/'))).toEqual([]);
});
