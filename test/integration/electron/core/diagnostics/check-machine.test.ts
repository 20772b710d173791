import { chmodSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseCli } from '../../../../../electron/cli/cli-request.ts';
import { checkMachine } from '../../../../../electron/core/diagnostics/check-machine.ts';
import { describeChecks } from '../../../../../shared/settings/machine-check.ts';
import { createMemoryKeychain } from '../../../../builders/memory-keychain.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

type Deps = Parameters<typeof checkMachine>[0];

const passed = { hop: 'tls', outcome: 'passed', detail: 'The certificate is trusted.' } as const;

async function check(change: Partial<Deps> = {}) {
  const dataDir = await makeTempFolder();
  const keychain = createMemoryKeychain();
  const connect = async () => ({ hops: [passed], dateMs: Date.now() });
  const page = { webgl: 'ANGLE (NVIDIA GeForce)' };
  const checks = await checkMachine({ dataDir, keychain, connect, page, ...change });
  return { checks, named: (name: string) => checks.find((one) => one.name === name), dataDir, keychain };
}

test('a computer that has all is good, and nothing of the checks stays', async () => {
  const { checks, named, dataDir, keychain } = await check();
  for (const name of [
    'Keychain',
    'Clock',
    'WebGL',
    'Certificates',
    'Free space',
    'Access to the data folder',
  ])
    expect([name, named(name)?.state]).toEqual([name, 'good']);
  expect(named('Writing')?.found).toMatch(/a second; .* Whether it outlives a power cut was not checked\.$/);
  expect(named('Notification area')).toMatchObject({ state: 'not checked' });
  expect(readdirSync(dataDir)).toEqual([]);
  expect(keychain.entries.size).toBe(0);
  expect(describeChecks(checks)).not.toContain('sightline sightline');
});

const locked = createMemoryKeychain();
locked.failure = 'The keyring is locked.';

/** Faults of a computer, the check that finds each, and its result. */
const faults: readonly (readonly [string, Partial<Deps>, string, RegExp])[] = [
  ['a locked keychain', { keychain: locked }, 'Keychain', /locked\. Unlock or install/],
  ['no WebGL', { page: { webgl: null } }, 'WebGL', /Update the driver/],
  ['drawing in software', { page: { webgl: 'Google SwiftShader' } }, 'WebGL', /in software, slowly/],
  [
    'a clock that is an hour ahead',
    { connect: async () => ({ hops: [], dateMs: Date.now() - 3_600_000 }) },
    'Clock',
    /1 h ahead of that of the service\. Let the system set it/,
  ],
  [
    'a certificate that is not trusted',
    {
      connect: async () => ({
        hops: [{ ...passed, outcome: 'failed', detail: 'Add its authority.' }],
        dateMs: undefined,
      }),
    },
    'Certificates',
    /Add its authority/,
  ],
];

test.each(faults)('%s is wrong, comes first, and has its remedy', async (_, change, name, remedy) => {
  const { checks, named } = await check(change);
  expect(named(name)?.state).toBe('wrong');
  const [first = ''] = describeChecks(checks)
    .split('\n')
    .filter((line) => line.startsWith(`${name}: wrong.`));
  expect(first).toMatch(remedy);
});

test.skipIf(process.platform === 'win32')('a data folder that others can open is wrong', async () => {
  const dataDir = await makeTempFolder();
  chmodSync(dataDir, 0o755);
  const { named } = await check({ dataDir });
  expect(named('Access to the data folder')).toMatchObject({
    state: 'wrong',
    remedy: expect.stringContaining('chmod o-rwx'),
  });
});

test('what cannot be checked is listed as not checked, with the reason', async () => {
  const { named } = await check({ connect: async () => null, page: undefined });
  expect(named('WebGL')).toMatchObject({
    state: 'not checked',
    found: expect.stringContaining('Only the window'),
  });
  expect(named('Clock')).toMatchObject({
    state: 'not checked',
    found: expect.stringContaining('demo service'),
  });
  const failing = await check({ connect: () => Promise.reject(new Error('no network')) });
  expect(failing.named('Connection')).toMatchObject({ state: 'not checked' });
});

test('the command line has the checks', () => {
  expect(parseCli(['doctor'], '/work')).toMatchObject({ command: 'doctor' });
  expect(parseCli(['doctor', '--data-dir', 'data'], '/work')).toEqual({
    command: 'doctor',
    dataDir: '/work/data',
  });
});
