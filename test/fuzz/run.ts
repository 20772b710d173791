/**
 * Feeds damaged inputs to the readers of files and responses: `npm run fuzz [-- --minutes N | --count N] [--seed N]
 * [--target NAME,NAME]`. Each reader runs in a process of its own; an input at which it hangs, crashes, throws, or takes
 * more than 1 GiB is saved in test/fixtures/fuzz, where a test checks it from then on. Prints the number of inputs per
 * reader.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { inProject } from '../../scripts/lib/paths.mjs';
import { errorText } from '../../shared/error-text.ts';
import { fuzzInput } from './fuzz-input.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { scratchRoot } from './scratch-root.ts';
import { findTarget, fuzzTargets } from './targets.ts';

/** An input may take this much processor time, so that a busy machine finds nothing. */
const hangMs = 5000;
/** A process that uses less than `activeMs` of processor time for so long by the clock waits for something. */
const waitMs = 60_000;
const activeMs = 100;
const maxFindings = 20;
/** Then a new process continues, because each checked workspace leaves some kilobytes in the memory of its process. */
const inputsPerProcess = 10_000;
const defaultCount = '100000';
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string' },
    count: { type: 'string', default: defaultCount },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    target: { type: 'string', multiple: true },
  },
});
const seed = readNumber('--seed', options.seed);
const targets = options.target ? readTargets(options.target) : fuzzTargets;
const count = readNumber('--count', options.count);
const minutes = options.minutes === undefined ? undefined : readNumber('--minutes', options.minutes);
const millisecondsEach =
  minutes === undefined ? Number.POSITIVE_INFINITY : (minutes * 60_000) / targets.length;
const folder = mkdtempSync(path.join(scratchRoot(), 'sightline-fuzz-run-'));
let findings = 0;
/** Ends the process that runs at present. */
let killChild = () => {};
process.once('exit', () => {
  killChild();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const repeated = options.target ? ` --target ${targets.map(({ name }) => name).join()}` : '';
print(`Seed ${seed}. To repeat this run: npm run fuzz -- --seed ${seed}${repeated}`);
for (const target of targets) await fuzz(target);
process.exit(findings > 0 ? 1 : 0);

/** Checks the inputs of one target until its time or number has come. Goes on behind an input that failed. */
async function fuzz(target: FuzzTarget): Promise<void> {
  const startedAt = performance.now();
  const end = minutes === undefined ? count : Number.MAX_SAFE_INTEGER;
  let next = 0;
  let failed = 0;
  while (next < end && performance.now() - startedAt < millisecondsEach && failed < maxFindings) {
    const to = Math.min(end, next + inputsPerProcess);
    const run = await runChild(target, next, to, startedAt + millisecondsEach);
    if (run.reason !== undefined) {
      failed += 1;
      await save(target, run.index, run.reason);
    }
    next = run.index + (run.reason === undefined ? 0 : 1);
    if (run.reason === undefined && run.index < to) break;
  }
  findings += failed;
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  print(`${target.name}: ${next} inputs in ${seconds} s, ${failed} found`);
}

type ChildRun = { readonly index: number; readonly reason: string | undefined };

/** Runs a process from one input on, until it ends, hangs, or the time is over. */
async function runChild(target: FuzzTarget, from: number, to: number, stopAt: number): Promise<ChildRun> {
  const progress = path.join(folder, 'progress');
  writeFileSync(progress, '');
  const child = start([target.name, seed, from, to, progress]);
  // Undefined until its modules are loaded.
  const indexNow = () => {
    const text = readFileSync(progress, 'utf8').trim();
    return text === '' ? undefined : Number(text);
  };
  let seen = { index: indexNow(), usedMs: child.usedMs() };
  let active = { at: performance.now(), usedMs: seen.usedMs };
  for (;;) {
    const outcome = await Promise.race([child.ended, sleep(100, undefined)]);
    const index = indexNow();
    if (outcome !== undefined) return { index: index ?? from, reason: outcome === '' ? undefined : outcome };
    const now = performance.now();
    const usedMs = child.usedMs();
    if (index !== seen.index) seen = { index, usedMs };
    if (usedMs - active.usedMs > activeMs) active = { at: now, usedMs };
    const isStuck = index !== undefined && usedMs - seen.usedMs > hangMs;
    const hangs = isStuck || now - active.at > waitMs;
    if (!hangs && now < stopAt) continue;
    killChild();
    await child.ended;
    return { index: indexNow() ?? from, reason: hangs ? describeHang(isStuck) : undefined };
  }
}

function describeHang(isStuck: boolean): string {
  return isStuck
    ? `It took more than ${hangMs} ms of processor time.`
    : `It waited for more than ${waitMs} ms.`;
}

/** A process of fuzz-child.ts. `ended` resolves with how it failed, or with an empty text. */
function start(childArgs: readonly (string | number)[]) {
  const program = fileURLToPath(new URL('fuzz-child.ts', import.meta.url));
  const args = ['--no-warnings', '--max-old-space-size=1024', program, ...childArgs];
  const child = spawn(process.execPath, args.map(String), {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Its temporary files: a process that is killed leaves them behind.
    env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(0, 4000);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('close', (code, signal) => {
      if (code === 0) resolve('');
      else resolve(`${signal ?? `exit code ${code}`}\n${complaint}`);
    });
  });
  killChild = () => void child.kill('SIGKILL');
  return { ended, usedMs: () => readUsedMs(child.pid) };
}

/** The processor time of a process, in milliseconds; the time by the clock where the system has no /proc. */
function readUsedMs(pid: number | undefined): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    // utime and stime (proc(5)), in hundredths of a second.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return performance.now();
  }
}

/** Made by a process of its own, as when it was found: what a target makes depends on what the process made before. */
async function save(target: FuzzTarget, index: number, reason: string): Promise<void> {
  const { extension } = fuzzInput(target, seed, index);
  const name = `${target.name}--${seed}-${index}.${extension}.gz`;
  const fixtures = inProject('test', 'fixtures', 'fuzz');
  mkdirSync(fixtures, { recursive: true });
  const failure = await start([target.name, seed, index, index, '', path.join(fixtures, name)]).ended;
  print(failure === '' ? `test/fixtures/fuzz/${name}: ${reason}` : `${name} was not saved: ${failure}`);
}

/** Exits when there is no target of such a name. */
function readTargets(lists: readonly string[]): readonly FuzzTarget[] {
  try {
    return lists.flatMap((list) => list.split(',')).map(findTarget);
  } catch (error) {
    process.stderr.write(`${errorText(error)}\n`);
    return process.exit(2);
  }
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
