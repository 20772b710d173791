import { expect, it } from 'vitest';
import { cliArguments } from '../../../../electron/desktop/command-line.ts';

it.each([
  [
    ['/opt/Sightline/sightline-app', '--no-sandbox', '--cli', '--', 'export', '--out', 'a.csv'],
    ['export', '--out', 'a.csv'],
  ],
  [['electron', '.', '--cli', 'fetch'], ['fetch']],
  [['electron', '.', '--cli'], []],
  [['electron', '.', '--data-dir', '/d'], undefined],
])('%j has the command %j', (args, expected) => {
  expect(cliArguments(args)).toEqual(expected);
});
