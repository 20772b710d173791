import { execFile } from 'node:child_process';
import { readFile, realpath, statfs } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** Report of the operating system about a folder. */
export type DriveProbes = {
  readonly platform: NodeJS.Platform;
  /** The type of the folder's file system as a number (Linux). */
  fileSystemType(folder: string): Promise<number>;
  /** The mounted file systems: `/proc/mounts` on Linux, the output of `mount` on macOS. */
  mounts(): Promise<string>;
  /** The path with links and mapped drives resolved. */
  resolve(folder: string): Promise<string>;
};

const systemProbes: DriveProbes = {
  platform: process.platform,
  fileSystemType: async (folder) => (await statfs(folder)).type,
  mounts: async () =>
    process.platform === 'darwin'
      ? (await promisify(execFile)('/sbin/mount')).stdout
      : readFile('/proc/mounts', 'utf8'),
  resolve: (folder) => realpath(folder),
};

/** Types of file systems in the network, and of folders of a host in its virtual machines (statfs(2)). */
const networkTypes: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x01021997, '9P'],
  [0x564c, 'NCP'],
  [0x73757245, 'Coda'],
  [0x5346414f, 'AFS'],
  [0x6b414653, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x01161970, 'GFS2'],
  [0x786f4256, 'VirtualBox shared folder'],
  [0x7c7c6673, 'Parallels shared folder'],
]);
const fuseType = 0x65735546;

/** File systems in user space that store on a local disk. All others, such as sshfs, may be a network. */
const localFuse =
  /^(fuseblk|fuse|fuse\.(ntfs-3g|exfat|encfs|gocryptfs|cryfs|bindfs|mergerfs|fuse-overlayfs|lxcfs|portal))$/;

/**
 * The kind of network drive a file is on, such as `NFS`; undefined on a local disk, and where the system does not
 * report it: then only SQLite's own errors show it.
 */
export async function detectNetworkDrive(
  file: string,
  probes: DriveProbes = systemProbes,
): Promise<string | undefined> {
  try {
    const folder = await probes.resolve(path.dirname(file));
    switch (probes.platform) {
      case 'linux': {
        const type = (await probes.fileSystemType(folder)) >>> 0;
        return type === fuseType ? fuseDrive(await probes.mounts(), folder) : networkTypes.get(type);
      }
      case 'darwin':
        return macDrive(await probes.mounts(), folder);
      case 'win32':
        // A mapped drive is resolved to its address in the network.
        return folder.startsWith('\\\\') && !/^\\\\[?.]\\[A-Za-z]:/.test(folder)
          ? 'Windows share'
          : undefined;
      default:
        return undefined;
    }
  } catch {
    return undefined;
  }
}

function fuseDrive(mounts: string, folder: string): string | undefined {
  const entries = mounts.split('\n').map((line) => {
    const [, place = '', type = ''] = line.split(' ');
    // Blanks in it are octal.
    return {
      place: place.replaceAll(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(parseInt(code, 8))),
      type,
    };
  });
  const type = innermost(entries, folder);
  return type === undefined || localFuse.test(type) ? undefined : type.replace(/^fuse\./, '');
}

function macDrive(mounts: string, folder: string): string | undefined {
  const entries = mounts.split('\n').flatMap((line) => {
    const [, place, type] = / on (.+) \(([^,)]+)/.exec(line) ?? [];
    return place === undefined || type === undefined ? [] : [{ place, type }];
  });
  const type = innermost(entries, folder);
  return type !== undefined && /^(smbfs|nfs|afpfs|webdav|ftp|macfuse|osxfuse|fusefs)/.test(type)
    ? type
    : undefined;
}

/** The type of the file system in which the folder is. */
function innermost(
  mounts: readonly { readonly place: string; readonly type: string }[],
  folder: string,
): string | undefined {
  return mounts
    .filter(({ place }) => folder === place || folder.startsWith(place === '/' ? '/' : `${place}/`))
    .toSorted((one, other) => other.place.length - one.place.length)[0]?.type;
}
