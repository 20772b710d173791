import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { projectRoot } from './paths.mjs';

const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
let interrupted = false;

/**
 * Handles termination signals from now on: they are forwarded to the running program, and a script stops when
 * `wasInterrupted` is true.
 */
export function handleInterruption() {
  for (const signal of endSignals) {
    process.on(signal, () => {
      interrupted = true;
    });
  }
  endWithShell();
}

/**
 * Ends this process, as by a signal, with the shell of npm: npm passes a signal to it alone, and that of Debian and
 * Ubuntu ends by it and passes nothing on. That shell waits for the script at SIGINT, so that one which npm alone
 * receives ends nothing; terminals send it to all. On Windows a process does not see its parent end.
 */
export function endWithShell() {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}

/** Whether this script has received a termination signal. */
export function wasInterrupted() {
  return interrupted;
}

/**
 * Runs a program in the project's root with this terminal, and returns its exit code: 128 + the signal's number when a
 * signal ended it, 127 when it could not be started. Termination signals are forwarded, and the program is killed
 * `grace` milliseconds later, if given. It is also killed after `timeout` milliseconds, if given.
 */
export function run(program, args, { timeout, grace, onStart, ...options } = {}) {
  const child = spawn(program, args, { cwd: projectRoot, stdio: 'inherit', ...options });
  let lastResort;
  const forward = (signal) => {
    child.kill(signal);
    if (grace === undefined) return;
    lastResort ??= setTimeout(() => {
      console.error(`${program} did not end within ${grace / 1000} s after ${signal} and was ended.`);
      child.kill('SIGKILL');
    }, grace);
  };
  for (const signal of endSignals) process.on(signal, forward);
  const timer = timeout === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), timeout);
  onStart?.(child);
  return new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)));
  }).finally(() => {
    clearTimeout(timer);
    clearTimeout(lastResort);
    for (const signal of endSignals) process.off(signal, forward);
  });
}
