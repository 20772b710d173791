import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { parseSpelledTime, withoutNameOfZone } from '../../../shared/spelled-time.ts';
import { seededRandom } from '../../builders/seeded-random.ts';

test.each([
  ['Thu, 26 Nov 2026 09:31:05 GMT', '2026-11-26T09:31:05Z'],
  ['Thu, 26 Nov 2026 18:31:05 +0900', '2026-11-26T09:31:05Z'],
  ['Thursday, 26-Nov-26 09:31:05 GMT', '2026-11-26T09:31:05Z'],
  ['26 Nov 2026 9:31 pm', '2026-11-26T21:31:00Z'],
  ['Nov 26, 2026 12:31:05 AM', '2026-11-26T00:31:05Z'],
  ['November 26, 2026', '2026-11-26T00:00:00Z'],
  ['26-NOV-2026 09:31:05', '2026-11-26T09:31:05Z'],
  ['2026-Nov-26 09:31:05', '2026-11-26T09:31:05Z'],
  ['Thu Nov 26 09:31:05 AM UTC 2026', '2026-11-26T09:31:05Z'],
  ['Thu 26 Nov 2026 09:31:05 AM UTC', '2026-11-26T09:31:05Z'],
  ['Thu Nov 26 2026 18:31:05 GMT+0900 (Korean Standard Time)', '2026-11-26T09:31:05Z'],
  // Not a Friday, no such day, no such hour, names that several zones have, and years and days that can be exchanged.
  ['Fri, 26 Nov 2026 09:31:05 GMT', null],
  ['31 Nov 2026 09:31:05', null],
  ['26 Nov 2026 13:31:05 PM', null],
  ['Thu, 26 Nov 2026 09:31:05 CST', null],
  ['26-Nov-26 09:31:05', null],
  ['26 November', null],
  ['yesterday', null],
])('%s is %s', (text, expected) => {
  expect(parseSpelledTime(text)).toBe(expected === null ? undefined : Date.parse(expected));
});

test('times are those that C and mail write', () => {
  const random = seededRandom(5322);
  const times = Array.from({ length: 200 }, () => random.between(0, 4_000_000_000));
  const program =
    'import email.utils,json,sys,time\nprint(json.dumps([[email.utils.formatdate(t,usegmt=True),time.asctime(time.gmtime(t)),time.strftime("%a %b %e %H:%M:%S UTC %Y",time.gmtime(t)),time.strftime("%d-%b-%Y %I:%M:%S %p",time.gmtime(t))] for t in json.load(sys.stdin)]))';
  const written = JSON.parse(
    execFileSync('python3', ['-c', program], {
      input: JSON.stringify(times),
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC', LC_ALL: 'C' },
    }),
  ) as string[][];
  for (const [index, texts] of written.entries())
    for (const text of texts) expect(parseSpelledTime(text), text).toBe((times[index] ?? 0) * 1000);
});

test.each([
  ['2026-11-26 09:31:05.207576420 +0000 UTC', '2026-11-26 09:31:05.207576420 +0000'],
  ['2026-11-26 09:31:05 +0900 KST m=+0.000012', '2026-11-26 09:31:05 +0900'],
  ['2026-11-26 09:31:05 +0300 +03', '2026-11-26 09:31:05 +0300'],
  ['2026-11-26 09:31:05 UTC', '2026-11-26 09:31:05 UTC'],
])('%s, as Go prints it, is %s', (text, expected) => {
  expect(withoutNameOfZone(text)).toBe(expected);
});
