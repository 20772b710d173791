import { readFileSync } from 'node:fs';
import path from 'node:path';
import { closeWriter, openDatabase } from '../../../electron/core/workspace/open-database.ts';
import { createWorkspaceStore } from '../../../electron/core/workspace/workspace-store.ts';
import { inspectWorkspace } from '../../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import type { SeededRandom } from '../../builders/seeded-random.ts';
import type { FuzzInput, FuzzTarget } from '../fuzz-target.ts';
import { inFolder, once, withFile } from '../scratch-file.ts';

const workspaceSeed = once(() =>
  inFolder((folder) => {
    const file = path.join(folder, 'seed.gpkg');
    const { database } = openDatabase(file);
    createWorkspaceStore(database).saveSetting('workspace.name', 'Seed');
    closeWriter(database);
    return new Uint8Array(readFileSync(file));
  }),
);

/** Damage where a database is most sensitive: its header, the heads of its pages, or anywhere; or a lost end. */
function makeWorkspace(random: SeededRandom): FuzzInput {
  const bytes = Buffer.from(workspaceSeed());
  const pageSize = 4096;
  for (let count = random.between(1, 12); count > 0; count -= 1) {
    const page = random.between(0, Math.floor(bytes.length / pageSize) - 1) * pageSize;
    const at = random.pick([
      random.between(0, 99),
      page + random.between(0, 11),
      page + random.between(0, 4095),
    ]);
    const length = Math.min(bytes.length - at, random.pick([1, 2, 8, 64]));
    for (let index = 0; index < length; index += 1) bytes.writeUInt8(random.between(0, 255), at + index);
  }
  return {
    bytes: random.chance(0.1) ? bytes.subarray(0, random.between(0, bytes.length)) : bytes,
    extension: 'gpkg',
  };
}

/** Workspace files. */
export const workspaces: FuzzTarget = {
  name: 'workspaces',
  count: 10_000,
  make: makeWorkspace,
  check: (input) => withFile(input, (file) => void inspectWorkspace(file, true)),
};
