import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { binaries, checkBinaries } from '../../../../scripts/lib/binaries.mjs';
import { inProject } from '../../../../scripts/lib/paths.mjs';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

/** A folder with a package whose program has this content. */
async function install(name: keyof typeof binaries, version: string, content: string): Promise<string> {
  const root = await makeTempFolder();
  const folder = path.join(root, 'node_modules', name);
  const program = path.join(folder, ...binaries[name].file('linux'));
  mkdirSync(path.dirname(program), { recursive: true });
  writeFileSync(program, content);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }));
  return root;
}

it('what is installed here is what was published', () => {
  expect(checkBinaries().problems).toEqual([]);
});

it('hashes are of the versions in the lock file', () => {
  const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  for (const [name, { version }] of Object.entries(binaries))
    expect([name, packages[`node_modules/${name}`]?.version]).toEqual([name, version]);
});

it.each(['node', 'keytar'] as const)(
  'another program in place of %s is named, with what to do',
  async (name) => {
    const { version } = binaries[name];
    const changed = await install(name, version, 'changed');
    expect(checkBinaries(changed, 'linux', 'x64').problems).toEqual([
      expect.stringMatching(
        `${name} ${version} that was published. Delete the folder node_modules and run: npm ci`,
      ),
    ]);
    const older = await install(name, '1.0.0', 'older');
    expect(checkBinaries(older, 'linux', 'x64').problems).toEqual([
      expect.stringMatching(`is of version 1.0.0, and ${version} is needed`),
    ]);
  },
);

it('one whose hash for this system is not known is named, and none that is not installed', async () => {
  const root = await install('node', binaries.node.version, 'any');
  expect(checkBinaries(root, 'linux', 's390x')).toEqual({
    problems: [],
    remarks: [expect.stringMatching('is not checked: no hash of node is known for linux-s390x')],
  });
  expect(checkBinaries(await makeTempFolder())).toEqual({ problems: [], remarks: [] });
});
