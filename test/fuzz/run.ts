/**
 * Feeds damaged inputs to the readers of files and responses: `npm run fuzz [-- --minutes N] [--seed N] [--target NAME]`.
 * Each reader runs in a process of its own; an input at which it hangs, crashes, throws, or takes more than 1 GiB is
 * saved in test/fixtures/fuzz, where a test checks it from then on. Prints the number of inputs per reader.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inProject } from '../../scripts/lib/paths.mjs';
import { fuzzInput } from './fuzz-input.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { findTarget, fuzzTargets } from './targets.ts';

/** An input may take this long. */
const hangMs = 5000;
const maxFindings = 20;
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    target: { type: 'string', multiple: true },
  },
});
const seed = readNumber('--seed', options.seed);
const targets = options.target ? options.target.map(findTarget) : fuzzTargets;
const minutes = options.minutes === undefined ? undefined : readNumber('--minutes', options.minutes);
const millisecondsEach =
  minutes === undefined ? Number.POSITIVE_INFINITY : (minutes * 60_000) / targets.length;
const folder = mkdtempSync(path.join(tmpdir(), 'sightline-fuzz-run-'));
let findings = 0;

print(`Seed ${seed}. To repeat this run: npm run fuzz -- --seed ${seed}`);
for (const target of targets) await fuzz(target);
rmSync(folder, { recursive: true, force: true });
process.exit(findings > 0 ? 1 : 0);

/** Checks the inputs of one target until its time or number has come. Goes on behind an input that failed. */
async function fuzz(target: FuzzTarget): Promise<void> {
  const startedAt = performance.now();
  const end = minutes === undefined ? target.count : Number.MAX_SAFE_INTEGER;
  let next = 0;
  let failed = 0;
  while (next < end && performance.now() - startedAt < millisecondsEach && failed < maxFindings) {
    const run = await runChild(target, next, end, startedAt + millisecondsEach);
    if (run.reason !== undefined) {
      failed += 1;
      save(target, run.index, run.reason);
    }
    next = run.index + (run.reason === undefined ? 0 : 1);
    if (run.reason === undefined) break;
  }
  findings += failed;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  print(`${target.name}: ${next} inputs in ${seconds} s, ${failed} found`);
}

type ChildRun = { readonly index: number; readonly reason: string | undefined };

/** Runs a process from one input on, until it ends, hangs, or the time is over. */
async function runChild(target: FuzzTarget, from: number, to: number, stopAt: number): Promise<ChildRun> {
  const progress = path.join(folder, 'progress');
  writeFileSync(progress, String(from));
  const program = fileURLToPath(new URL('fuzz-child.ts', import.meta.url));
  const args = ['--no-warnings', '--max-old-space-size=1024', program, target.name, seed, from, to, progress];
  const child = spawn(process.execPath, args.map(String), { stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(0, 4000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? (code === 0 ? '' : `exit code ${code}`)));
  });
  const indexNow = () => Number(readFileSync(progress, 'utf8'));
  // Its modules have to be loaded before the first input.
  let [seen, seenAt] = [from, performance.now() + hangMs];
  for (;;) {
    const outcome = await Promise.race([ended, sleep(100, undefined)]);
    const index = indexNow();
    if (outcome !== undefined) {
      return { index, reason: outcome === '' ? undefined : `${outcome}\n${complaint}` };
    }
    const now = performance.now();
    if (index !== seen) [seen, seenAt] = [index, now];
    const hangs = now - seenAt > hangMs;
    if (!hangs && now < stopAt) continue;
    child.kill('SIGKILL');
    await ended;
    return { index: indexNow(), reason: hangs ? `It took more than ${hangMs} ms.` : undefined };
  }
}

function save(target: FuzzTarget, index: number, reason: string): void {
  const { bytes, extension } = fuzzInput(target, seed, index);
  const name = `${target.name}--${seed}-${index}.${extension}`;
  const fixtures = inProject('test', 'fixtures', 'fuzz');
  mkdirSync(fixtures, { recursive: true });
  writeFileSync(path.join(fixtures, name), bytes);
  print(`test/fixtures/fuzz/${name}: ${reason}`);
}

function readNumber(flag: string, text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value >= 0) return value;
  process.stderr.write(`${flag} is “${text}”. Give a number from 0 on.\n`);
  return process.exit(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
