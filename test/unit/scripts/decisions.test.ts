import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from '../../../scripts/lib/paths.mjs';

const folder = inProject('docs', 'decisions');
const records = readdirSync(folder).filter((name) => name !== 'README.md');

it.each(records)('%s has the number of its title, a status and a date', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8');
  const number = Number(name.slice(0, 4));
  expect(text.split('\n')[0]).toMatch(new RegExp(`^# ${number}\\. \\S`));
  expect(text).toMatch(/^Status: (accepted|replaced).*\b\d{4}-\d{2}-\d{2}/m);
});

it('no two decision records have the same number', () => {
  const numbers = records.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});
