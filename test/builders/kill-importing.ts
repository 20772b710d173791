import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { createCore } from '../../electron/core/create-core.ts';
import { coreWorkers } from './core-workers.ts';
import { createMemoryKeychain } from './memory-keychain.ts';

// The kill comes before Node would save what it has compiled, for the next run.
flushCompileCache();

// Run as a separate process: `kill-importing.ts <data folder> <file> <method>`. Imports a file of AIS reports or a layer
// into the workspace of the last account, and kills itself once a method of the workspace has been called.
const [dataDir = '', file = '', method = ''] = process.argv.slice(2);

const core = await createCore({
  dataDir,
  keychain: createMemoryKeychain(),
  workers: coreWorkers,
  demo: false,
  onProblem(error, where) {
    throw new Error(where, { cause: error });
  },
});
const workspace = core.workspace();
const original: unknown = workspace && Reflect.get(workspace, method);
if (!workspace || typeof original !== 'function') throw new Error(`No workspace has ${method}.`);
Object.assign(workspace, {
  async [method](...args: unknown[]) {
    await original(...args);
    process.kill(process.pid, 'SIGKILL');
  },
});
const chosen = { path: file, name: path.basename(file), isTemporary: false };
if (file.endsWith('.csv')) {
  const preview = await core.ais.preview(chosen);
  if (preview.ok) await core.ais.start(preview.value.file, preview.value);
} else {
  await core.layers.start(chosen);
}
