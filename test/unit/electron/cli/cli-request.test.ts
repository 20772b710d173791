import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type CliCommand,
  cliCommands,
  commandFlags,
  UsageError,
} from '../../../../electron/cli/cli-flags.ts';
import { parseCli } from '../../../../electron/cli/cli-request.ts';
import { cliUsage } from '../../../../electron/cli/run-cli.ts';

const parse = (...args: string[]) => parseCli(args, '/home/analyst');

describe('export', () => {
  test('takes its format from the file’s name, and resolves paths in the current folder', () => {
    expect(parse('export', '--out', 'ships.gpkg', '--data-dir', '../data')).toMatchObject({
      command: 'export',
      out: '/home/analyst/ships.gpkg',
      dataDir: '/home/data',
      options: { format: 'gpkg', footprints: false, chips: 'none' },
      scope: { kind: 'all' },
    });
    expect(parse('export', '--out', 'SHIPS.SHP.ZIP')).toMatchObject({ options: { format: 'shp' } });
  });

  test('makes one filter of all conditions', () => {
    const flags = [
      '--filter',
      'length_m > 40',
      '--analytic',
      'A',
      '--analytic',
      'B',
      '--region',
      'East Asia',
    ];
    expect(parse('export', '--out', 'a.csv', ...flags, '--collected-after', '2026-11-18')).toMatchObject({
      scope: {
        kind: 'filter',
        filter: {
          expression: 'length_m > 40',
          analytics: ['A', 'B'],
          regions: ['East Asia'],
          collectedFrom: Date.UTC(2026, 10, 18),
        },
      },
    });
  });

  test.each([
    ['128.5,34.5, 129.5,35.5', [128.5, 34.5, 129.5, 35.5]],
    ['170,-10,190,10', [170, -10, -170, 10]],
    ['170,-10,-170,10', [170, -10, -170, 10]],
  ])('a box of %s', (box, boundingBox) => {
    expect(parse('export', '--out', 'a.csv', '--box', box)).toMatchObject({
      scope: { filter: { boundingBox } },
    });
  });

  test.each(['1,2,3', '1,2,3,4,5', '1,2,3,x', '1,,3,4', '1,4,3,2', '0,0,400,1', '0,-91,1,0'])(
    'the box “%s” is refused with its form',
    (box) => {
      expect(() => parse('export', '--out', 'a.csv', '--box', box)).toThrow(/--box is “.*128\.5,34\.5/);
    },
  );

  test.each<[string[], RegExp]>([
    [[], /--out is missing/],
    [['--out', 'a.dwg'], /a\.dwg has no known extension/],
    [['--out', 'a.csv', '--format', 'xlsx'], /“xlsx”/],
    [
      ['--out', 'a.csv', '--collected-after', 'yesterdy'],
      /--collected-after: “yesterdy” is not a time.*now - 3d/,
    ],
    [['--out', 'a.csv', '--password', 'x'], /--password/],
    [
      ['--out', 'a.csv', '--collected-before', '2026-02-30'],
      /--collected-before: “2026-02-30” does not exist/,
    ],
    [['--out', 'a.csv', '--filter', ''], /--filter is empty/],
    [['--out', 'a.csv', '--data-dir', ''], /--data-dir is empty/],
    [['--out', 'a.csv', '--workspace', ''], /--workspace is empty/],
    [['--out', 'a.csv', '--profile', ' '], /--profile is empty/],
    [['--out', 'a.csv', 'more'], /more/],
    [['--out', 'a.csv', '--layer-field', 'length > 3'], /--layer-field is “length > 3”.*distance\("Name"\)/],
    [['--out', 'a.csv', '--id', '3', '--region', 'East Asia'], /--id names detections one by one/],
    [['--out', 'a.csv', '--id', 'x'], /--id is “x”/],
    [['--out', 'a.csv', '--no-properties', '--property', 'a'], /--no-properties writes none/],
    [['--out', 'a.csv', '--filter', 'confidence >='], /^--filter: /],
    [['--out', 'a.html', '--report', 'watch', '--region', 'A'], /^--region: .*Leave the filter out/],
    [['--out', 'a.html', '--report', 'site', '--site', 'A', '--id', '1'], /is made of a filter/],
    [['--out', 'a.csv', '--fetch-chips', '--workspace', 'a.gpkg'], /Leave --workspace out/],
    [
      ['--out', 'a.csv', '--qgis-project'],
      /--qgis-project: CSV cannot have a QGIS project\. Choose GeoPackage/,
    ],
    [['--out', 'a.csv', '--marking', 'SECRET'], /^--marking: CSV cannot have the options of a report/],
    [['--out', 'a.csv', '--title', 'A', '--marking', 'B'], /^--title, --marking: CSV cannot/],
    [['--out', 'a.cot.zip', '--fetch-chips'], /^--fetch-chips: .*cannot have image chips/],
    [['--out', 'a.json', '--no-properties'], /^--no-properties: .*cannot have a choice of properties/],
    [['--out', 'a.html', '--title', 'On {ships}'], /--title: \{ships\} is not known in a title/],
    [['--out', 'a.html', '--title', 'x'.repeat(301)], /--title: A title has at most 300/],
    [['--out', 'a.html', '--marking', 'x'.repeat(301)], /--marking: A marking has at most 300/],
  ])('%j is refused with the reason', (args, reason) => {
    expect(() => parse('export', ...args)).toThrow(UsageError);
    expect(() => parse('export', ...args)).toThrow(reason);
  });
});

describe('fetch', () => {
  test('makes the request that the flags describe', () => {
    const flags = ['--region', 'East Asia', '--max-records', '500', '--uploaded-after', '2026-11-18T12:00Z'];
    expect(parse('fetch', ...flags)).toMatchObject({
      command: 'fetch',
      search: { regions: ['East Asia'], maxRecords: 500, uploadedAfter: '2026-11-18T12:00:00.000Z' },
    });
  });

  test.each([
    ['now - 3d', '2026-11-24T12:34:00.000Z'],
    ['yesterday', '2026-11-26T00:00:00.000Z'],
    ['36 hours ago', '2026-11-26T00:34:00.000Z'],
  ])('takes %s as a time in each flag of a time', (text, instant) => {
    vi.useFakeTimers({ now: Date.parse('2026-11-27T12:34:56Z') });
    onTestFinished(() => void vi.useRealTimers());
    for (const what of ['collected', 'uploaded'] as const) {
      for (const [bound, filterBound] of [
        ['after', 'From'],
        ['before', 'To'],
      ] as const) {
        const flags = [`--${what}-${bound}`, text];
        const member = `${what}${bound === 'after' ? 'After' : 'Before'}`;
        expect(parse('fetch', ...flags)).toMatchObject({ search: { [member]: instant } });
        const filter = { [`${what}${filterBound}`]: Date.parse(instant) };
        expect(parse('export', '--out', 'a.csv', ...flags)).toMatchObject({ scope: { filter } });
      }
    }
  });

  test.each<[string[], RegExp]>([
    [['--max-records', '0'], /whole number above 0/],
    [['--page-size', '9000'], /^--page-size is 9000\. Give at most 5000\.$/],
    [['--search', 'Saved', '--region', 'East Asia'], /Leave the other conditions out/],
  ])('%j is refused with the reason', (args, reason) => {
    expect(() => parse('fetch', ...args)).toThrow(reason);
  });
});

test('without a command, or with --help, it states what it can do', () => {
  expect([parse(), parse('--help')]).toEqual([{ command: 'help' }, { command: 'help' }]);
  expect(() => parse('import')).toThrow(/no command “import”/);
});

test.each(cliCommands)('%s --help is about this command only', (command) => {
  expect(parse(command, '--help')).toEqual({ command: 'help', of: command });
  const usage = cliUsage('sightline', command);
  expect(usage).toContain(`Usage: sightline ${command} [flags]`);
  for (const other of cliCommands)
    if (other !== command) expect(usage).not.toMatch(new RegExp(`^${other} `, 'm'));
  for (const each of cliCommands) expect(cliUsage('sightline')).toMatch(new RegExp(`^${each} `, 'm'));
});

const needed: Readonly<Partial<Record<CliCommand, readonly string[]>>> = {
  export: ['--out', 'a.html'],
  'team-qgis': ['--out', 'a.qlr'],
  watch: ['--once'],
  follow: ['--once'],
};

function messageOf(...args: readonly string[]): string | undefined {
  try {
    parse(...args);
    return undefined;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.message;
  }
}

test.each(cliCommands)('%s --help lists the flags that it accepts, and no other', (command) => {
  const listed = [...cliUsage('sightline', command).matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual([...Object.keys(commandFlags[command]), 'help'].toSorted());
  const all = new Set(cliCommands.flatMap((each) => Object.keys(commandFlags[each])));
  for (const name of all) {
    const isUnknown = messageOf(command, ...(needed[command] ?? []), `--${name}=1`)?.includes(
      'Unknown option',
    );
    expect(isUnknown ?? false, name).toBe(!listed.includes(name));
  }
  expect(cliUsage('sightline', command)).not.toContain('\nAll ');
});

/** Values of some flags. */
const beside: Readonly<Record<string, readonly string[]>> = {
  property: ['--out', 'a.csv'],
  site: ['--out', 'a.html', '--report', 'site'],
};

const flags = cliCommands.flatMap((command) =>
  Object.entries<{ readonly type: string }>(commandFlags[command]).map(
    ([name, { type }]) => [command, name, type] as const,
  ),
);

test.each(flags)(
  '%s --%s: a value that begins with “-” is read, or named with the remedy',
  (command, name, type) => {
    const others = name === 'out' ? [] : (beside[name] ?? needed[command] ?? []);
    for (const value of ['-5', '-10,-20,-5,5', '-x', '--x', '--force']) {
      const message = type === 'boolean' ? undefined : messageOf(command, ...others, `--${name}`, value);
      if (message === undefined) continue;
      const [first = ''] = value.split(',');
      expect(message).toContain(name === 'filter' ? '“-' : first);
      expect(message).toMatch(name === 'out' ? /Give/ : new RegExp(`^--${name}[^]*(Give|Write)`));
      expect(message).not.toMatch(/ambiguous|XYZ/);
    }
    if (type === 'boolean')
      expect(messageOf(command, `--${name}=yes`)).toMatch(`--${name} is “yes”, but takes no value.`);
    else expect(messageOf(command, `--${name}`)).toMatch(`--${name} has no value. Give `);
  },
);

test('a box west of Greenwich, and a wrong flag', () => {
  expect(parse('export', '--out', 'a.csv', '--box', '-10,-20,-5,5')).toMatchObject({
    scope: { filter: { boundingBox: [-10, -20, -5, 5] } },
  });
  expect(messageOf('fetch', '--max-records', '-5')).toBe(
    '--max-records is “-5”. Give a whole number above 0.',
  );
  expect(messageOf('fetch', '--regions', 'East Asia')).toBe("Unknown option '--regions'.");
});

describe('commands on a team database', () => {
  test('take a workspace, and paths from where the user stands', () => {
    expect(parse('publish', '--workspace', 'a.gpkg', '--profile', 'Operations')).toMatchObject({
      command: 'publish',
      workspace: '/home/analyst/a.gpkg',
      profile: 'Operations',
    });
    expect(parse('follow', '--once', '--data-dir', '../data')).toMatchObject({
      command: 'follow',
      dataDir: '/home/data',
    });
    expect(parse('fetch', '--fail-on-empty')).toMatchObject({ failsOnEmpty: true });
    expect(parse('fetch', '--to', 'team')).toMatchObject({ command: 'fetch', toTeam: true });
    expect(parse('team-setup')).toEqual({ command: 'team-setup' });
    expect(parse('watch', '--once', '--rule', 'A', '--rule', 'B')).toMatchObject({
      command: 'watch',
      rules: ['A', 'B'],
      force: false,
    });
    expect(parse('team-qgis', '--out', 'team.qlr')).toMatchObject({ command: 'team-qgis' });
    expect(() => parse('team-qgis')).toThrow(/--out is missing/);
  });

  test.each<[string[], RegExp]>([
    [['watch'], /--once is missing/],
    [['watch', '--once', '--digest', 'a.pdf'], /Give a name that ends with \.html/],
    [['follow'], /--once is missing/],
    [['publish', '--once'], /Unknown option '--once'/],
    [['fetch', '--to', 'file'], /--to is “file”/],
    [['publish', '--password', 'secret'], /Unknown option '--password'/],
  ])('%j is refused', (args, message) => {
    expect(() => parse(...args)).toThrow(UsageError);
    expect(() => parse(...args)).toThrow(message);
  });
});
