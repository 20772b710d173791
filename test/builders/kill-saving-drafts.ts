import { flushCompileCache } from 'node:module';
import { openWorkspace } from '../../electron/core/workspace/open/open-workspace.ts';
import { apiOf } from './api-of.ts';
import { makeDraft } from './order-draft-builder.ts';

// The kill comes before Node would save what it has compiled, for the next run.
flushCompileCache();

// Run as a separate process, to be killed at any moment: saves one draft in the given workspace repeatedly, and prints
// the number of each version once it is saved.
const workspace = await openWorkspace({
  path: process.argv[2] ?? '',
  workerUrl: new URL('../../electron/core/workspace/open/workspace-worker.ts', import.meta.url),
});
const { drafts } = apiOf(workspace).api;
for (let count = 1; ; count += 1) {
  const draft = makeDraft({ descriptiveName: `Version ${count}`, customerNotes: `${count} `.repeat(5_000) });
  const id = '00000000-0000-4000-8000-0000000000aa';
  const stored = await drafts.save({ kind: 'draft', id, name: '', draft });
  if (!stored.ok) throw new Error(stored.failure.message);
  process.stdout.write(`kept ${count}\n`);
}
