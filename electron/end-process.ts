/**
 * Ends this process with `code`, at once even while a call to a native library hangs in one of libuv's threads:
 * `process.exit` waits for such a thread, for as long as the prompt to unlock a keychain stays open. Where a program
 * can be put in place of this process (not under Windows), one that only exits is, and takes the threads along.
 */
export function endProcess(code: number, isThreadHeldUp: boolean): never {
  if (isThreadHeldUp && process.platform !== 'win32') {
    process.execve?.('/bin/sh', ['sh', '-c', `exit ${code}`], {});
  }
  process.exit(code);
}
