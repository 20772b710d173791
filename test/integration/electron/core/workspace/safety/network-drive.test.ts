import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createCore } from '../../../../../../electron/core/create-core.ts';
import {
  type DriveProbes,
  detectNetworkDrive,
} from '../../../../../../electron/core/workspace/safety/network-drive.ts';
import { isActiveJob } from '../../../../../../shared/jobs/job.ts';
import type { Result } from '../../../../../../shared/result.ts';
import { apiOfCore } from '../../../../../builders/api-of.ts';
import { coreWorkers } from '../../../../../builders/core-workers.ts';
import { eventually } from '../../../../../builders/eventually.ts';
import { createMemoryKeychain } from '../../../../../builders/memory-keychain.ts';
import { makeTempFolder } from '../../../../../builders/workspace-builder.ts';

const probes = (values: Partial<DriveProbes>): DriveProbes => ({
  platform: 'linux',
  fileSystemType: async () => 0xef53,
  mounts: async () => '',
  resolve: async (folder) => folder,
  ...values,
});

describe('a network drive is distinguished from a local disk', () => {
  const fuse = async () => 0x65735546;
  const mounts = async () =>
    'sysfs / ext4 rw 0 0\nhost:/a /mnt/my\\040server fuse.sshfs rw 0 0\n/dev/sdb1 /mnt/disk fuseblk rw 0 0\n';
  it.each([
    ['ext4', probes({}), '/home/a.gpkg', undefined],
    ['NFS', probes({ fileSystemType: async () => 0x6969 }), '/home/a.gpkg', 'NFS'],
    ['SMB 2, as a negative number', probes({ fileSystemType: async () => -28_095_166 }), '/a.gpkg', 'SMB'],
    ['sshfs', probes({ fileSystemType: fuse, mounts }), '/mnt/my server/a.gpkg', 'sshfs'],
    ['NTFS in user space', probes({ fileSystemType: fuse, mounts }), '/mnt/disk/a.gpkg', undefined],
    [
      'SMB on macOS',
      probes({
        platform: 'darwin',
        mounts: async () =>
          '/dev/disk1 on / (apfs, local)\n//me@host/share on /Volumes/share (smbfs, nodev, nosuid)\n',
      }),
      '/Volumes/share/a.gpkg',
      'smbfs',
    ],
    [
      'a mapped drive of Windows',
      probes({ platform: 'win32', resolve: async () => '\\\\server\\share\\folder' }),
      'X:\\folder\\a.gpkg',
      'Windows share',
    ],
    [
      'a local drive of Windows',
      probes({ platform: 'win32', resolve: async () => 'C:\\folder' }),
      'C:\\folder\\a.gpkg',
      undefined,
    ],
    [
      'what the system does not tell',
      probes({ fileSystemType: () => Promise.reject(new Error('no')) }),
      '/a.gpkg',
      undefined,
    ],
  ])('%s', async (_name, given, file, expected) => {
    expect(await detectNetworkDrive(file, given)).toBe(expected);
  });

  it('a folder of this machine', async () => {
    expect(await detectNetworkDrive(path.join(await makeTempFolder(), 'a.gpkg'))).toBeUndefined();
  });
});

function valued<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.failure.message);
  return result.value;
}

it('a workspace on a network drive is fetched into, reviewed and exported without a write-ahead log', async () => {
  const dataDir = await makeTempFolder();
  const core = await createCore({
    dataDir,
    keychain: createMemoryKeychain(),
    workers: coreWorkers,
    findNetworkDrive: async () => 'NFS',
    onProblem: () => {},
  });
  onTestFinished(() => core.close());
  const { profile } = core.session.state();
  const { username = '', password = '' } = profile.demoCredentials ?? {};
  valued(await core.session.signIn({ profileId: profile.id, username, password }));
  const { workspacePath = '', workspaceNetworkDrive } = core.session.state();
  expect(workspaceNetworkDrive).toBe('NFS');
  const seen = new Set<string>();
  const look = () => {
    for (const name of readdirSync(path.dirname(workspacePath))) seen.add(name.replace(/^.*\.gpkg/, ''));
  };
  const ended = (id: string) =>
    eventually(() => {
      look();
      const job = core.jobs.list().find((one) => one.id === id);
      if (!job || isActiveJob(job)) throw new Error('The job has not ended.');
      return job;
    });

  const search = {
    regions: [],
    analytics: [],
    conditions: [],
    fields: 'all' as const,
    pageSize: 30,
    maxRecords: 150,
  };
  const fetch = valued(await core.fetches.start(search));
  // A second program reads in between, as a GIS does.
  const gis = new DatabaseSync(workspacePath, { readOnly: true, timeout: 30_000 });
  expect(gis.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' });
  expect((await ended(fetch.id)).failure).toBeUndefined();
  expect(gis.prepare('SELECT count(*) AS count FROM records').get()).toEqual({ count: 150 });

  const workspace = core.workspace();
  const ids = [...((await workspace?.matchingIds({})) ?? [])].slice(0, 5);
  valued(await apiOfCore(core).reviews.set({ ids, change: { verdict: 'confirmed' } }));
  const target = { path: path.join(dataDir, 'out.geojson') };
  const options = {
    format: 'geojson' as const,
    reviews: true,
    places: false,
    presence: false,
    byteOrderMark: false,
    separator: 'comma' as const,
    decimal: 'point' as const,
    footprints: false,
    chips: 'none' as const,
    passes: false,
    qgisProject: false,
  };
  const exported = valued(
    await core.exports.start({ scope: { kind: 'all' }, options, targets: { detections: target } }),
  );
  expect((await ended(exported.id)).state).toBe('complete');
  gis.close();
  await core.close();
  look();
  expect([...seen].filter((suffix) => /-wal|-shm/.test(suffix))).toEqual([]);
  expect(existsSync(workspacePath)).toBe(true);
});
