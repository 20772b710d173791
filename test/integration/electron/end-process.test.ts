import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeTempFolder } from '../../builders/workspace-builder.ts';

const endProcess = new URL('../../../electron/end-process.ts', import.meta.url).href;
const run = new URL('../../../scripts/lib/run.mjs', import.meta.url).href;

const script = (text: string) =>
  spawn(process.execPath, ['--input-type=module', '--eval', text], { stdio: ['ignore', 'pipe', 'pipe'] });

it.each([0, 1])('a process whose thread is held up ends all the same, with code %i', async (code) => {
  // Nobody ever writes into the pipe, so that opening it to read holds one of libuv's threads for ever.
  const pipe = path.join(await makeTempFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const child = script(`
      import { open } from 'node:fs';
      import { endProcess } from ${JSON.stringify(endProcess)};
      open(${JSON.stringify(pipe)}, () => {});
      process.stdout.write('said');
      setTimeout(() => endProcess(${code}), 50);
    `);
  const said = once(child.stdout, 'data');
  expect(await once(child, 'close')).toEqual([code, null]);
  expect(String((await said)[0])).toBe('said');
});

it('a script of npm ends with its shell', async () => {
  const text = `
    import { endWithShell } from ${JSON.stringify(run)};
    endWithShell();
    setTimeout(() => process.stdout.write('stayed'), 10_000);
    process.stdout.write('started');
  `;
  // A second command, lest the shell become the first one.
  const args = ['-c', '"$@"; true', 'sh', process.execPath, '--input-type=module', '--eval', text];
  const env = { ...process.env, npm_lifecycle_event: 'dev' };
  const shell = spawn('/bin/sh', args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  shell.stdout.on('data', (part) => {
    output += part;
  });
  await once(shell.stdout, 'data');
  shell.kill('SIGTERM');
  await once(shell, 'close');
  expect(output).toBe('started');
});

it('a program that ignores signals is killed by the process that started it, which reports it', async () => {
  const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf');";
  const child = script(`
    import { handleInterruption, run, wasInterrupted } from ${JSON.stringify(run)};
    handleInterruption();
    const code = await run(process.execPath, ['--eval', ${JSON.stringify(deaf)}], { grace: 50 });
    process.exit(wasInterrupted() && code === 137 ? 0 : 1);
  `);
  let problem = '';
  child.stderr.on('data', (text) => {
    problem += text;
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  expect(await once(child, 'close'), problem).toEqual([0, null]);
  expect(problem).toContain('did not end within 0.05 s after SIGTERM and was ended.');
});
