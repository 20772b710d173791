import { execFile } from 'node:child_process';
import { mkdtemp, open, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { formatBytes, formatDuration, formatNumber } from '../../../shared/format.ts';
import { toSingleLine } from '../../../shared/printable-text.ts';
import type { MachineCheck, PageFacts } from '../../../shared/settings/machine-check.ts';
import type { ConnectionHopResult } from '../../../shared/settings/network.ts';
import type { Keychain } from '../session/keychain.ts';

/** A connection to the service, and its clock: epoch milliseconds, undefined where it states none. */
export type ServiceConnection = {
  readonly hops: readonly ConnectionHopResult[];
  readonly dateMs: number | undefined;
};

type CheckDeps = {
  readonly dataDir: string;
  readonly keychain: Keychain;
  /** Connects to the service of the profile hop by hop, with the time that it states; null for the demo service. */
  readonly connect: () => Promise<ServiceConnection | null>;
  /** The page that requested the checks; undefined on the command line. */
  readonly page?: PageFacts | undefined;
};

/** Checks on the spot what Sightline needs of a computer. Never rejects; results have no secrets. */
export async function checkMachine(deps: CheckDeps): Promise<readonly MachineCheck[]> {
  const checks: readonly (readonly [
    name: string,
    check: () => Promise<readonly MachineCheck[]> | readonly MachineCheck[],
  ])[] = [
    ['Data folder', () => checkFolder(deps.dataDir)],
    ['Keychain', () => checkKeychain(deps.keychain)],
    ['Connection', () => checkConnection(deps.connect)],
    ['WebGL', () => [checkWebGl(deps.page)]],
    ['File associations', checkAssociations],
    [
      'Notification area',
      () => [
        notChecked(
          'Notification area',
          'No program can see whether its icon is shown. Look for it while the app runs.',
        ),
      ],
    ],
  ];
  const found: MachineCheck[] = [];
  for (const [name, check] of checks) {
    try {
      found.push(...(await check()));
    } catch (error) {
      found.push(notChecked(name, `${toSingleLine(String(error))}.`));
    }
  }
  return found;
}

function notChecked(name: string, why: string): MachineCheck {
  return { name, state: 'not checked', found: why };
}

const [leastFree, leastRate, mostSyncMs] = [2 * 2 ** 30, 20 * 2 ** 20, 500];
const writtenBytes = 32 * 2 ** 20;
const syncs = 20;

async function checkFolder(dataDir: string): Promise<readonly MachineCheck[]> {
  const disk = await statfs(dataDir);
  const free = disk.bavail * disk.bsize;
  const { mode } = await stat(dataDir);
  const isOpen = process.platform !== 'win32' && (mode & 0o007) !== 0;
  const space: MachineCheck = {
    name: 'Free space',
    state: free < leastFree ? 'wrong' : 'good',
    found: `${formatBytes(free)} are free where the data folder is.`,
    ...(free < leastFree
      ? { remedy: 'Free some, or choose a data folder on another disk (--data-dir).' }
      : {}),
  };
  const access: MachineCheck = {
    name: 'Access to the data folder',
    state: isOpen ? 'wrong' : 'good',
    found: isOpen
      ? 'Others on this computer can open it.'
      : `Only you${(mode & 0o070) === 0 ? '' : ' and your group'} can open it.`,
    ...(isOpen ? { remedy: 'Run chmod o-rwx on it, unless they shall.' } : {}),
  };
  if (process.platform === 'win32')
    return [
      space,
      await checkWrites(dataDir, free),
      notChecked('Access to the data folder', 'Windows has lists of permissions.'),
    ];
  return [space, access, await checkWrites(dataDir, free)];
}

/** The speed at which a new file is written and is on the drive. Whether a drive that reports so has it, only a power cut shows. */
async function checkWrites(dataDir: string, free: number): Promise<MachineCheck> {
  const name = 'Writing';
  if (free < 2 * writtenBytes) return notChecked(name, 'The disk is full.');
  const folder = await mkdtemp(path.join(dataDir, 'doctor-'));
  try {
    const file = await open(path.join(folder, 'written'), 'w');
    try {
      const bytes = Buffer.alloc(2 ** 20, 0x5a);
      const begun = performance.now();
      for (let done = 0; done < writtenBytes; done += bytes.length) await file.write(bytes);
      await file.sync();
      const rate = writtenBytes / ((performance.now() - begun) / 1000);
      const times: number[] = [];
      for (let count = 0; count < syncs; count += 1) {
        const from = performance.now();
        await file.write(bytes, 0, 4096, 0);
        await file.sync();
        times.push(performance.now() - from);
      }
      const syncMs = times.toSorted((one, other) => one - other)[syncs >> 1] ?? 0;
      const isSlow = rate < leastRate || syncMs > mostSyncMs;
      return {
        name,
        state: isSlow ? 'wrong' : 'good',
        found: `${formatBytes(rate)} a second; a change is reported to be on the drive after ${formatNumber(syncMs, 1)} ms. Whether it outlives a power cut was not checked.`,
        ...(isSlow
          ? { remedy: 'Choose a data folder on a local disk (--data-dir), and exclude it from virus scans.' }
          : {}),
      };
    } finally {
      await file.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Longer than an entry of the Credential Manager, as tokens are. */
const secretLength = 4000;

async function checkKeychain(keychain: Keychain): Promise<readonly MachineCheck[]> {
  const name = 'Keychain';
  const account = 'doctor';
  const secret = 'sightline '.repeat(secretLength / 10);
  const written = await keychain.write(account, secret);
  const read = written.ok ? await keychain.read(account) : written;
  const removed = await keychain.remove(account);
  const refusal = [written, read, removed].find((result) => !result.ok);
  const remedy = 'Unlock or install the keychain of the system; until then you sign in at each start.';
  if (refusal && !refusal.ok) return [{ name, state: 'wrong', found: refusal.reason, remedy }];
  const isWhole = read.ok && read.value === secret;
  const found = isWhole
    ? `${keychain.describe()} saved a secret of ${secretLength} characters, returned and removed it.`
    : `${keychain.describe()} did not return the secret that was saved.`;
  return [isWhole ? { name, state: 'good', found } : { name, state: 'wrong', found, remedy }];
}

const hopNames: Readonly<Record<string, string>> = { route: 'Proxy', tls: 'Certificates' };
/** Tokens and schedules bear a minute, and the service states whole seconds. */
const mostClockMs = 60_000;

async function checkConnection(connect: CheckDeps['connect']): Promise<readonly MachineCheck[]> {
  const connection = await connect();
  if (connection === null) {
    const why = 'The profile is the demo service, which is on this computer.';
    return ['Proxy and certificates', 'Clock'].map((name) => notChecked(name, why));
  }
  const checks = connection.hops.map(({ hop, outcome, detail }): MachineCheck => {
    const state = outcome === 'passed' ? 'good' : outcome === 'failed' ? 'wrong' : 'not checked';
    return { name: hopNames[hop] ?? `Connection (${hop})`, state, found: detail };
  });
  return [...checks, checkClock(connection.dateMs)];
}

function checkClock(dateMs: number | undefined): MachineCheck {
  const name = 'Clock';
  if (dateMs === undefined) return notChecked(name, 'The service was not reached, or states no time.');
  const ahead = Date.now() - dateMs;
  if (Math.abs(ahead) <= mostClockMs)
    return { name, state: 'good', found: 'It is that of the service within a minute.' };
  const found = `It is ${formatDuration(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} that of the service.`;
  return { name, state: 'wrong', found, remedy: 'Let the system set it from the network.' };
}

const software = /swiftshader|llvmpipe|software|basic render/i;

function checkWebGl(page: PageFacts | undefined): MachineCheck {
  const name = 'WebGL';
  if (!page) return notChecked(name, 'Only the window of the app has it. Open Help there.');
  if (page.webgl === null)
    return {
      ...{ name, state: 'wrong', found: 'This window has no WebGL 2, so the map draws nothing.' },
      remedy:
        'Update the driver of the graphics card, or start Sightline again, which then draws in software.',
    };
  const found = `WebGL 2 by ${toSingleLine(page.webgl)}.`;
  return software.test(page.webgl)
    ? {
        name,
        state: 'wrong',
        found,
        remedy: 'It draws in software, slowly. Update the driver of the graphics card.',
      }
    : { name, state: 'good', found };
}

/** The program that opens GeoPackages; Windows and macOS have no command for it. */
async function checkAssociations(): Promise<readonly MachineCheck[]> {
  const name = 'File associations';
  if (process.platform !== 'linux')
    return [
      notChecked(name, 'Open the menu of a GeoPackage in the file manager, and look under “Open with”.'),
    ];
  const program = await new Promise<string | undefined>((resolve) => {
    const args = ['query', 'default', 'application/geopackage+sqlite3'];
    execFile('xdg-mime', args, { timeout: 5000 }, (error, stdout) =>
      resolve(error ? undefined : stdout.trim()),
    );
  });
  if (program === undefined) return [notChecked(name, 'The system has no xdg-mime.')];
  return [
    {
      name,
      state: 'good',
      found:
        program === ''
          ? 'No program opens GeoPackages by default.'
          : `${program} opens GeoPackages by default.`,
    },
  ];
}
