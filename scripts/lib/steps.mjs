import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { testsChangedSince } from './changed-tests.mjs';
import { packageBin } from './packages.mjs';
import { inProject } from './paths.mjs';
import { projectNode } from './project-node.mjs';
import { run, wasInterrupted } from './run.mjs';
import { readEndToEndReport, readUnitReport } from './test-report.mjs';

const unitReport = inProject('test', '.output', 'vitest.json');
const endToEndReport = inProject('test', '.output', 'playwright.json');
const script = (name) => () => [inProject('scripts', name)];

/**
 * The checks before a change is merged, which run next to each other, the slowest first. `seconds`: on a quiet machine
 * with two cores, from which the time that is left is estimated.
 */
const checks = [
  { name: 'Types', seconds: 25, args: () => [packageBin('typescript', 'tsc'), '-b'] },
  { name: 'Promises', seconds: 20, args: script('promises.mjs') },
  { name: 'Build', seconds: 10, args: script('build.mjs') },
  {
    name: 'Lint',
    seconds: 10,
    args: () => [packageBin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'],
  },
  { name: 'Dead code', seconds: 6, args: () => [packageBin('knip', 'knip')] },
  { name: 'Layers', seconds: 2, args: script('layers.mjs') },
  { name: 'Screen texts', seconds: 1, args: script('screen-texts.mjs') },
  { name: 'Documents', seconds: 1, args: script('documents.mjs') },
  { name: 'Test rules', seconds: 1, args: script('test-rules.mjs') },
].map((step) => ({ ...step, isCheck: true }));

/**
 * The runs of tests, one after the other: each uses all cores. `changed` returns the arguments that limit a run to what
 * has changed since a commit; none where nothing of it has a test in it.
 */
const tests = [
  {
    name: 'Unit, component and integration tests',
    seconds: 630,
    args: () => [
      packageBin('vitest', 'vitest'),
      ...['run', '--config', 'test/vitest.config.ts'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    ],
    changed: testsChangedSince,
    report: unitReport,
    read: readUnitReport,
  },
  {
    name: 'End-to-end tests',
    seconds: 625,
    args: () => [
      packageBin('@playwright/test', 'playwright'),
      'test',
      ...['--config', 'test/playwright.config.ts'],
    ],
    changed: (commit) => [`--only-changed=${commit}`, '--pass-with-no-tests'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport },
    report: endToEndReport,
    read: readEndToEndReport,
  },
];

export const steps = [...checks, ...tests];

/** The nightly run: the steps that run the app, with what takes too long for each change, and an hour of damaged inputs. */
export const longSteps = [
  ...checks.filter(({ name }) => name === 'Build'),
  ...tests,
  {
    name: 'Damaged inputs',
    seconds: 3_600,
    args: () => ['--no-warnings', inProject('test', 'fuzz', 'run.ts'), '--minutes', '60'],
  },
].map((step) => ({ ...step, env: { ...step.env, SIGHTLINE_TEST_LONG: '1' } }));

/** The checks that run at once. */
const checkLanes = 2;
/** Interval at which the time that is left is printed, in milliseconds. */
const estimateGapMs = 60_000;

/**
 * Runs every step, even after one has failed, and prints a summary. Returns the exit code. `shard`, such as `1/2`: the
 * part of the tests that is run. `changed`: the commit since which the tests that a change touches are run.
 */
export async function runSteps(chosen, { shard, changed } = {}) {
  mkdirSync(inProject('test', '.output'), { recursive: true });
  const outcomes = [];
  const estimate = startEstimate(chosen, outcomes, changed === undefined);
  const runStep = async (step) => {
    if (wasInterrupted()) return;
    outcomes.push(await runOne(step, { shard, changed }));
  };
  const waiting = chosen.filter(({ isCheck }) => isCheck);
  await Promise.all(
    Array.from({ length: checkLanes }, async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) await runStep(step);
    }),
  );
  for (const step of chosen.filter(({ isCheck }) => !isCheck)) await runStep(step);
  clearInterval(estimate);
  if (wasInterrupted()) return 130;
  return sumUp(chosen.flatMap((step) => outcomes.filter(({ name }) => name === step.name)));
}

/** Runs a step. What a check prints is printed once it has ended, since others run next to it. */
async function runOne(step, { shard, changed }) {
  if (!step.isCheck) console.log(`\n=== ${step.name}`);
  if (step.report) rmSync(step.report, { force: true });
  const startedAt = Date.now();
  const ofChange = changed === undefined ? undefined : step.changed?.(changed);
  if (ofChange?.length === 0) {
    console.log('No test imports, mirrors or is what has changed.');
    return { name: step.name, code: 0, seconds: 0, tests: readReport(step) };
  }
  const args = [...step.args(), ...(shard && step.report ? [`--shard=${shard}`] : []), ...(ofChange ?? [])];
  const printed = [];
  const code = await run(projectNode(), args, {
    env: { ...process.env, ...step.env },
    ...(step.isCheck
      ? { stdio: ['ignore', 'pipe', 'pipe'], onStart: (child) => collect(child, printed) }
      : {}),
  });
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  if (step.isCheck) {
    console.log(`\n=== ${step.name}`);
    process.stdout.write(Buffer.concat(printed));
  }
  return { name: step.name, code, seconds, tests: readReport(step) };
}

function collect({ stdout, stderr }, printed) {
  for (const stream of [stdout, stderr]) stream.on('data', (chunk) => printed.push(chunk));
}

/** Prints each minute how long the steps that have not ended will take, by the pace of those that have. */
function startEstimate(chosen, outcomes, isWhole) {
  if (!isWhole) return undefined;
  const startedAt = Date.now();
  const total = sumOf(chosen, 'seconds');
  const print = () => {
    const ended = new Set(outcomes.map(({ name }) => name));
    // Checks run next to each other, so that their times state nothing about the rest.
    const done = chosen.filter(({ name, isCheck }) => ended.has(name) && !isCheck);
    const took = outcomes.filter(({ name }) => done.some((step) => step.name === name));
    const pace = done.length === 0 ? 1 : Math.max(1, sumOf(took, 'seconds') / sumOf(done, 'seconds'));
    const left = total * pace - (Date.now() - startedAt) / 1000;
    const running = chosen.find(({ name }) => !ended.has(name))?.name;
    const text =
      left < 60 ? 'less than a minute, or more than was expected' : `about ${Math.round(left / 60)} min`;
    console.log(`=== ${running}: ${text} left of this run`);
  };
  console.log(`This run takes about ${Math.ceil(total / 60)} min on a quiet machine with two cores.`);
  const timer = setInterval(print, estimateGapMs);
  timer.unref();
  return timer;
}

function sumOf(rows, key) {
  return rows.reduce((sum, row) => sum + row[key], 0);
}

function sumUp(outcomes) {
  console.log('\n=== Summary');
  for (const { name, code, seconds, tests } of outcomes) {
    const counted = tests ? `: ${closingLine(tests)}` : '';
    console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name} (${seconds} s)${counted}`);
    for (const note of tests?.notes ?? []) console.log(`        ${note}`);
    if (code !== 0) console.log(`        Ended with code ${code}; its own lines above state the reason.`);
  }
  const counts = outcomes.map(({ tests }) => tests ?? { passed: 0, failed: 0, skipped: 0 });
  const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
  console.log(closingLine({ passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }));
  return outcomes.every(({ code }) => code === 0) ? 0 : 1;
}

function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The report of a step; undefined when the runner crashed, which its exit code shows. */
function readReport(step) {
  if (!step.report || !existsSync(step.report)) return undefined;
  return step.read(JSON.parse(readFileSync(step.report, 'utf8')));
}
