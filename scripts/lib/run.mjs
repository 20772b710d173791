import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectRoot } from './paths.mjs';

/**
 * Runs a program in the project's root with this terminal, and answers its exit code (128 + signal number when a
 * signal ended it). Ctrl-C and SIGTERM are passed on, and this process waits for the program's own orderly end.
 */
export function run(program, args, options = {}) {
  const child = spawn(program, args, { cwd: projectRoot, stdio: 'inherit', ...options });
  const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const forward = (signal) => child.kill(signal);
  for (const signal of forwarded) process.on(signal, forward);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  }).finally(() => {
    for (const signal of forwarded) process.off(signal, forward);
  });
}
