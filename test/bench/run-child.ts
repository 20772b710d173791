import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Run } from './bench.ts';

/** Runs `children/<name>.ts` on this Node.js; it has to end with `report`. Returns what it printed before, too. */
export async function runChild(
  name: string,
  ...args: readonly string[]
): Promise<Run & { readonly printed: string }> {
  const program = fileURLToPath(new URL(`children/${name}.ts`, import.meta.url));
  const { output, usage } = await runProgram(process.execPath, ['--no-warnings', program, ...args]);
  const lines = output.trim().split('\n');
  return { ...(JSON.parse(lines.pop() ?? '') as Run), ...usage, printed: lines.join('\n') };
}

/** Runs a program of somebody else's. */
export async function runPeer(command: string, ...args: readonly string[]): Promise<Run> {
  const startedAt = performance.now();
  const { usage } = await runProgram(command, args);
  return { milliseconds: performance.now() - startedAt, ...usage };
}

/** Returns what it printed, and its processor time; no other child may end meanwhile. */
async function runProgram(
  command: string,
  args: readonly string[],
): Promise<{ readonly output: string; readonly usage: Pick<Run, 'processorMilliseconds'> }> {
  const before = childrenProcessorTime();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed (${code}): ${complaints}`);
  const after = childrenProcessorTime();
  const usage = before === null || after === null ? {} : { processorMilliseconds: after - before };
  return { output, usage };
}

/** Processor time of all ended children of this process, in milliseconds; null where Linux's /proc is not there. */
function childrenProcessorTime(): number | null {
  const file = '/proc/self/stat';
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  // Fields 16 and 17, cutime and cstime, in hundredths of a second (proc_pid_stat(5)); the name, field 2, may have blanks.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}
