import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Run } from './bench.ts';

/** Programs that `buildChildren` has built, by name. */
const built = new Map<string, string>();

/**
 * Builds programs of `children/` into a folder, as the app is built: from sources, Node needs 0.4 s of processor time
 * and 40 MB more to start one.
 */
export async function buildChildren(names: readonly string[], folder: string): Promise<void> {
  // Tests run these programs from their sources, and need no Vite for it.
  const { buildProgram } = await import('../../scripts/lib/build.mjs');
  for (const name of names) built.set(name, await buildProgram(name, programOf(name), folder));
}

/**
 * Runs `children/<name>.ts` with this Node.js. The program must end with a call of `report`. Returns its results and, as
 * `printed`, its output before them.
 */
export async function runChild(
  name: string,
  ...args: readonly string[]
): Promise<Run & { readonly printed: string }> {
  return runReporting(process.execPath, ['--no-warnings', programOf(name), ...args]);
}

/** `runChild` on one processor, by `taskset`. */
export function runChildOnOneCore(name: string, ...args: readonly string[]) {
  return runReporting('taskset', ['-c', '0', process.execPath, '--no-warnings', programOf(name), ...args]);
}

/** Path of `children/<name>.ts`, or of what it was built to. */
export function programOf(name: string): string {
  return built.get(name) ?? fileURLToPath(new URL(`children/${name}.ts`, import.meta.url));
}

async function runReporting(
  command: string,
  args: readonly string[],
): Promise<Run & { readonly printed: string }> {
  const { output, usage } = await runProgram(command, args);
  const lines = output.trim().split('\n');
  return { ...(JSON.parse(lines.pop() ?? '') as Run), ...usage, printed: lines.join('\n') };
}

/** Runs another program for comparison and measures it from outside. */
export async function runPeer(command: string, ...args: readonly string[]): Promise<Run> {
  const startedAt = performance.now();
  const { usage } = await runProgram(command, args);
  return { milliseconds: performance.now() - startedAt, ...usage };
}

/**
 * Runs a program. Returns its standard output and its processor time, which is only correct when no other child process
 * ends at the same time.
 */
async function runProgram(
  command: string,
  args: readonly string[],
): Promise<{ readonly output: string; readonly usage: Pick<Run, 'processorMilliseconds'> }> {
  const before = childrenProcessorTime();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errorOutput = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errorOutput += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code}): ${errorOutput}`);
  const after = childrenProcessorTime();
  const usage = before === null || after === null ? {} : { processorMilliseconds: after - before };
  return { output, usage };
}

/** Returns the processor time of all ended children of this process, in milliseconds; null on systems without /proc. */
function childrenProcessorTime(): number | null {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  // Fields 16 and 17, cutime and cstime, in hundredths of a second (proc_pid_stat(5)); the name, field 2, may contain
  // spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
