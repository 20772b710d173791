import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Run } from './bench.ts';

/** Runs `children/<name>.ts` on this Node.js; it has to end with `report`. Returns what it printed before, too. */
export async function runChild(
  name: string,
  ...args: readonly string[]
): Promise<Run & { readonly printed: string }> {
  const program = fileURLToPath(new URL(`children/${name}.ts`, import.meta.url));
  const output = await runProgram(process.execPath, ['--no-warnings', program, ...args]);
  const lines = output.trim().split('\n');
  return { ...(JSON.parse(lines.pop() ?? '') as Run), printed: lines.join('\n') };
}

/** Runs a program of somebody else's. */
export async function runPeer(command: string, ...args: readonly string[]): Promise<Run> {
  const startedAt = performance.now();
  await runProgram(command, args);
  return { milliseconds: performance.now() - startedAt };
}

/** Returns what it printed. */
async function runProgram(command: string, args: readonly string[]): Promise<string> {
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
  return output;
}
