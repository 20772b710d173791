import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './paths.mjs';

/**
 * Programs of packages that run here or are packaged, by system and processor: their SHA-256 in the version that is
 * installed. npm compares packages with the lock file, but `node` installs that of the system by a script without one.
 */
export const binaries = {
  node: {
    version: '24.21.0',
    file: (platform) => ['bin', platform === 'win32' ? 'node.exe' : 'node'],
    hashes: {
      'linux-x64': '7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c',
      'linux-arm64': '0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584',
      'win32-x64': 'ba4e6d110e8c1592a1ecd390f6b05f3da124b13871a5be62b341a07a853c6c32',
    },
  },
  keytar: {
    version: '7.10.6',
    file: () => ['build', 'Release', 'keytar.node'],
    hashes: {
      'darwin-arm64': '855c21e1e702967230bd87f600d04c311b77f29150f3372d547e72882c58de6a',
      'darwin-x64': '5ce10f1f83f917fb555ff2ba43a80cab0f215d266cfdbd9bce5d6affa61c8aa1',
      'linux-arm': '8f0f32c5d576a0987e294b8dc9f1909133504f4fe20b65888bca0dd3bfaec29c',
      'linux-arm64': '8f0f32c5d576a0987e294b8dc9f1909133504f4fe20b65888bca0dd3bfaec29c',
      'linux-ia32': '10a9e328a704082931141210732cd1647eb5d4cf963f7e8b58aac9a9cb808959',
      'linux-x64': 'e7894a1e1001764de29ff08d3dae418ccbaaf78889c5673d367e05df1682fc7c',
      'win32-arm64': 'b9cd3c6658b1bed712e28f19ef777971ba46fc81a6004923dd15faa6e5bb01b8',
      'win32-ia32': '79b8b6339adb937b9dc97f7f7cbddda1fea75881be828a4faf038a77e5581c93',
      'win32-x64': 'b82625e7c713fd20b5cb57993e073076c87660652202893fad39d874d77169fc',
    },
  },
};

/**
 * Compares the installed programs with their hashes. `problems` are about those that must not be run, `remarks` about
 * those whose hash for this system is not known.
 */
export function checkBinaries(root = projectRoot, platform = process.platform, arch = process.arch) {
  const problems = [];
  const remarks = [];
  for (const [name, { version, file, hashes }] of Object.entries(binaries)) {
    const program = path.join(root, 'node_modules', name, ...file(platform));
    if (!existsSync(program)) continue;
    const installed = JSON.parse(
      readFileSync(path.join(root, 'node_modules', name, 'package.json'), 'utf8'),
    ).version;
    const expected = hashes[`${platform}-${arch}`];
    if (installed !== version)
      problems.push(`${program} is of version ${installed}, and ${version} is needed. ${remedy}`);
    else if (expected === undefined)
      remarks.push(`${program} is not checked: no hash of ${name} is known for ${platform}-${arch}.`);
    else if (hashOf(program) !== expected)
      problems.push(`${program} is not the ${name} ${version} that was published. ${remedy}`);
  }
  return { problems, remarks };
}

const remedy =
  'Delete the folder node_modules and run: npm ci. If that does not help, the package or its download was changed: do not run it.';

function hashOf(file) {
  const hash = createHash('sha256');
  const bytes = Buffer.allocUnsafe(4 * 2 ** 20);
  const handle = openSync(file, 'r');
  try {
    for (let length = readSync(handle, bytes); length > 0; length = readSync(handle, bytes))
      hash.update(bytes.subarray(0, length));
    return hash.digest('hex');
  } finally {
    closeSync(handle);
  }
}
