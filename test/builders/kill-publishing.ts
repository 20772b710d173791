import fs from 'node:fs/promises';
import { flushCompileCache, syncBuiltinESMExports } from 'node:module';
import path from 'node:path';

// The kill comes before Node would save what it has compiled, for the next run.
flushCompileCache();

// Run as a separate process: publishes the files `one`, `two` and `three` of a folder, and kills itself before the n-th
// operation on files. Prints the number of operations when it gets to its end.
const [folder = '', killAt = ''] = process.argv.slice(2);
const { planPart } = await import('../../electron/core/base/part-files.ts');
const files = ['one', 'two', 'three'].map((name) => planPart(path.join(folder, name)));
for (const { part, target } of files) await fs.writeFile(part, `new ${path.basename(target)}`);

let operations = 0;
for (const name of ['open', 'rename', 'rm', 'lstat', 'mkdir'] as const) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name](...args: unknown[]) {
      operations += 1;
      if (operations === Number(killAt)) process.kill(process.pid, 'SIGKILL');
      return original(...args);
    },
  });
}
syncBuiltinESMExports();
const { publishWithJournal } = await import('../../electron/core/base/publish-journal.ts');
await publishWithJournal(files, path.join(folder, 'publishing'));
process.stdout.write(`${operations}\n`);
