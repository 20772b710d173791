import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { packageBin } from './packages.mjs';
import { inProject } from './paths.mjs';
import { projectNode } from './project-node.mjs';
import { run, wasInterrupted } from './run.mjs';
import { readEndToEndReport, readUnitReport } from './test-report.mjs';

const unitReport = inProject('test', '.output', 'vitest.json');
const endToEndReport = inProject('test', '.output', 'playwright.json');

/** The checks before a change is merged, fastest first. */
export const steps = [
  { name: 'Lint', args: () => [packageBin('@biomejs/biome', 'biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'Layers', args: () => [inProject('scripts', 'layers.mjs')] },
  { name: 'Test rules', args: () => [inProject('scripts', 'test-rules.mjs')] },
  { name: 'Documents', args: () => [inProject('scripts', 'documents.mjs')] },
  { name: 'Screen texts', args: () => [inProject('scripts', 'screen-texts.mjs')] },
  { name: 'Types', args: () => [packageBin('typescript', 'tsc'), '-b'] },
  { name: 'Promises', args: () => [inProject('scripts', 'promises.mjs')] },
  { name: 'Dead code', args: () => [packageBin('knip', 'knip')] },
  { name: 'Build', args: () => [inProject('scripts', 'build.mjs')] },
  {
    name: 'Unit and integration tests',
    args: () => [
      packageBin('vitest', 'vitest'),
      ...['run', '--config', 'test/vitest.config.ts'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    ],
    report: unitReport,
    read: readUnitReport,
  },
  {
    name: 'End-to-end tests',
    args: () => [
      packageBin('@playwright/test', 'playwright'),
      'test',
      '--config',
      'test/playwright.config.ts',
    ],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: endToEndReport },
    report: endToEndReport,
    read: readEndToEndReport,
  },
];

/** The nightly run: the steps that run the app, with what takes too long for each change, and an hour of damaged inputs. */
export const longSteps = [
  ...steps.slice(steps.findIndex(({ name }) => name === 'Build')),
  {
    name: 'Damaged inputs',
    args: () => ['--no-warnings', inProject('test', 'fuzz', 'run.ts'), '--minutes', '60'],
  },
].map((step) => ({ ...step, env: { ...step.env, SIGHTLINE_TEST_LONG: '1' } }));

/**
 * Runs every step, even after one has failed, and prints a summary. Returns the exit code. `shard`, such as `1/2`: the
 * part of the tests that is run.
 */
export async function runSteps(chosen, shard) {
  mkdirSync(inProject('test', '.output'), { recursive: true });
  const outcomes = [];
  for (const step of chosen) {
    console.log(`\n=== ${step.name}`);
    if (step.report) rmSync(step.report, { force: true });
    const startedAt = Date.now();
    const args = [...step.args(), ...(shard && step.report ? [`--shard=${shard}`] : [])];
    const code = await run(projectNode(), args, { env: { ...process.env, ...step.env } });
    if (wasInterrupted()) return 130;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    outcomes.push({ name: step.name, code, seconds, tests: readReport(step) });
  }
  return sumUp(outcomes);
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
