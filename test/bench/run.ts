/**
 * Runs the benches: `npm run bench [-- --sizes 10k,100k,1m] [--rounds 1] [--only ingest]`. Prints a table and writes
 * test/.output/bench/<time>.json. The data of each size are made once and saved in test/.output/bench/data.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { inProject } from '../../scripts/lib/paths.mjs';
import type { Bar, Bench, BenchData, BenchSize, Run } from './bench.ts';
import { sequenceFile } from './data-files.ts';
import { exportBench } from './export-bench.ts';
import { fetchBench } from './fetch-bench.ts';
import { ingestBench, ingestPages } from './ingest-bench.ts';
import { queryBench } from './query-bench.ts';
import { buildChildren, runChild } from './run-child.ts';
import { startBench } from './start-bench.ts';
import { teamBench } from './team-bench.ts';

/** All benches, in the order in which they run. Add a new bench here. */
const benches: readonly Bench[] = [ingestBench, fetchBench, queryBench, exportBench, startBench, teamBench];

const featuresInRecord = 20;
const sizes: readonly BenchSize[] = [
  { label: '10k', records: 500, detections: 10_000 },
  { label: '100k', records: 5_000, detections: 100_000 },
  { label: '1m', records: 50_000, detections: 1_000_000 },
  // Not among the default sizes, since it takes ten times as long and ten times as much of the disk.
  { label: '10m', records: 500_000, detections: 10_000_000 },
];
/** Increase this when `make-data` writes other data. */
const dataVersion = 3;

/** The programs of `children/` that are measured; others only prepare. */
const measuredPrograms = [
  'export-detections',
  'fetch-paced',
  'first-questions',
  'ingest-pages',
  'open-memory',
  'parse-pages',
  'query-sql',
  'query-steps',
  'query-workspace',
  'team-publish',
  'team-pull',
  'team-reviewers',
  'team-verdicts',
  'transfer-paced',
];

type Row = {
  readonly bench: string;
  readonly size: string;
  readonly name: string;
  readonly milliseconds: number;
  readonly processorMilliseconds: number | undefined;
  readonly rounds: readonly Run[];
  readonly peakMegabytes: number | undefined;
};

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10k,100k,1m' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const rounds = Number(options.rounds);
const requestedSizes = options.sizes.split(',');
const output = inProject('test', '.output', 'bench');

const programs = path.join(output, `programs-${process.pid}`);
const rows: Row[] = [];
try {
  await buildChildren(measuredPrograms, programs);
  for (const size of sizes.filter(({ label }) => requestedSizes.includes(label))) await measureSize(size);
} finally {
  // Also after a failure: a bench may have started a server.
  for (const bench of benches) await bench.close?.();
  rmSync(programs, { recursive: true, force: true });
}
const judged = benches.flatMap((bench) => bench.bars.flatMap((bar) => judge(bench, bar)));
print(rows, judged);
writeResults();

async function measureSize(size: BenchSize): Promise<void> {
  const data = await prepare(size);
  for (const bench of benches) {
    if (options.only === undefined ? bench.isOnRequest : bench.name !== options.only) continue;
    rows.push(...(await measure(bench, data)));
    emptyFolder(data.folder);
  }
  rmSync(data.folder, { recursive: true });
  rmSync(data.workspace);
}

async function prepare(size: BenchSize): Promise<BenchData> {
  const root = path.join(output, 'data');
  const ready = path.join(root, `v${dataVersion}-${size.label}`);
  if (!existsSync(ready)) {
    log(`${size.label}: making data`);
    const beginning = `${ready}.part`;
    rmSync(beginning, { recursive: true, force: true });
    await runChild('make-data', beginning, String(size.records), String(featuresInRecord));
    renameSync(beginning, ready);
  }
  const pages = readdirSync(ready)
    .filter((name) => name.startsWith('page-'))
    .sort()
    .map((name) => path.join(ready, name));
  const folder = path.join(root, `work-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  const workspace = path.join(root, `${size.label}-${process.pid}.gpkg`);
  await ingestPages(workspace, '00000000-0000-4000-8000-000000000000', pages);
  return { size, pages, sequence: path.join(ready, sequenceFile), workspace, folder };
}

async function measure(bench: Bench, data: BenchData): Promise<readonly Row[]> {
  const measured = bench.measured(data).map((item) => ({ ...item, runs: [] as Run[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const item of measured) {
      const run = await item.run(round);
      item.runs.push(run);
      log(`${data.size.label} ${bench.name}, round ${round + 1}: ${item.name} ${shown(run.milliseconds)}`);
    }
    emptyFolder(data.folder);
  }
  return measured.map(({ name, runs }) => {
    const peaks = runs.flatMap(({ peakMegabytes }) => peakMegabytes ?? []);
    const processorTimes = runs.flatMap(({ processorMilliseconds }) => processorMilliseconds ?? []);
    return {
      bench: bench.name,
      size: data.size.label,
      name,
      milliseconds: median(runs.map(({ milliseconds }) => milliseconds)),
      processorMilliseconds: processorTimes.length > 0 ? median(processorTimes) : undefined,
      rounds: runs,
      peakMegabytes: peaks.length > 0 ? Math.max(...peaks) : undefined,
    };
  });
}

type Judged = {
  readonly size: string;
  readonly what: string;
  readonly found: number;
  readonly bar: number;
  readonly unit: string;
};

/** Compares the results of each size with a limit. Ratios are those of the medians of this run. */
function judge(bench: Bench, bar: Bar): readonly Judged[] {
  const find = (size: string, name: string) =>
    rows.find((row) => row.bench === bench.name && row.size === size && row.name === name);
  return requestedSizes.flatMap((size): readonly Judged[] => {
    const row = find(size, bar.of);
    if (!row) return [];
    if ('megabytes' in bar) {
      const found = row.peakMegabytes ?? Number.NaN;
      return [{ size, what: `${bar.of}: memory`, found, bar: bar.megabytes, unit: 'MB' }];
    }
    if ('wireBytesPerDetection' in bar) {
      const detections = sizes.find(({ label }) => label === size)?.detections ?? Number.NaN;
      const found = (row.rounds[0]?.wireBytes ?? Number.NaN) / detections;
      return [
        { size, what: `${bar.of}: bytes per detection`, found, bar: bar.wireBytesPerDetection, unit: 'B' },
      ];
    }
    if ('milliseconds' in bar) {
      return [{ size, what: bar.of, found: row.milliseconds, bar: bar.milliseconds, unit: 'ms' }];
    }
    if ('shareOfCore' in bar) {
      const found = (row.processorMilliseconds ?? Number.NaN) / row.milliseconds;
      return [{ size, what: `${bar.of}: share of one core`, found, bar: bar.shareOfCore, unit: '' }];
    }
    const peer = find(size, bar.to);
    if (!peer) return [];
    const timeOf = ({ milliseconds, processorMilliseconds = Number.NaN }: Row) =>
      bar.processorTime ? processorMilliseconds : milliseconds;
    const what = `${bar.of} / ${bar.to}${bar.processorTime ? ', processor' : ''}`;
    return [{ size, what, found: timeOf(row) / timeOf(peer), bar: bar.atMost, unit: '×' }];
  });
}

function print(measured: readonly Row[], figures: readonly Judged[]): void {
  const lines = measured.map(
    ({ size, bench, name, milliseconds, processorMilliseconds, peakMegabytes }) =>
      `${size.padEnd(5)}${`${bench}: ${name}`.padEnd(44)}${shown(milliseconds).padStart(12)}` +
      (processorMilliseconds === undefined ? '' : `${shown(processorMilliseconds).padStart(12)} processor`) +
      (peakMegabytes === undefined ? '' : `${peakMegabytes.toFixed(0).padStart(8)} MB`),
  );
  const bars = figures.map(
    ({ size, what, found, bar, unit }) =>
      `${size.padEnd(5)}${what.padEnd(44)}${`${Number(found.toPrecision(3))} ${unit}`.padStart(12)}   bar ${bar} ${unit}${
        found <= bar ? '' : '   NOT MET'
      }`,
  );
  const tables = [...barTables(figures), ...growthTable(measured)];
  const versions = `Node ${process.versions.node}, SQLite ${process.versions.sqlite}, ${gdalVersion()}, ${os.cpus().length} × ${os.cpus()[0]?.model ?? 'CPU'}`;
  process.stdout.write(`\n${[...lines, '', ...bars, '', ...tables, '', versions].join('\n')}\n`);
}

/** Returns the limits of the largest size and their results as a Markdown table. */
function barTables(figures: readonly Judged[]): readonly string[] {
  const size = requestedSizes.at(-1);
  const ofSize = figures.filter((figure) => figure.size === size);
  const rowOf = ({ what, found, bar, unit }: Judged) =>
    `| ${what} | ${Number(found.toPrecision(3))} ${unit} | ≤ ${bar} ${unit} | ${found <= bar ? 'met' : '**missed**'} |`;
  return [`| at ${size} detections | found | bar | |`, '|---|---|---|---|', ...ofSize.map(rowOf), ''];
}

/** Returns the results of every size as a Markdown table; its last column has the growth between the two largest. */
function growthTable(measured: readonly Row[]): readonly string[] {
  const sizesMeasured = [...new Set(measured.map(({ size }) => size))];
  const [smaller, larger] = sizesMeasured.slice(-2);
  const names = [...new Set(measured.map(({ bench, name }) => `${bench}: ${name}`))];
  const cell = (name: string, size: string) => {
    const row = measured.find((one) => one.size === size && `${one.bench}: ${one.name}` === name);
    if (!row) return '–';
    return (
      shown(row.milliseconds) +
      (row.processorMilliseconds === undefined ? '' : ` (${shown(row.processorMilliseconds)})`) +
      (row.peakMegabytes === undefined ? '' : `, ${row.peakMegabytes.toFixed(0)} MB`)
    );
  };
  const growth = (name: string) => {
    const [before, after] = [smaller, larger].map((size) =>
      measured.find((one) => one.size === size && `${one.bench}: ${one.name}` === name),
    );
    if (!before || !after) return '–';
    const times = (of: number, to: number) => `${(of / to).toFixed(1)} ×`;
    const [one, other] = [before.processorMilliseconds, after.processorMilliseconds];
    // Waiting for a disk that cannot keep all files in memory grows otherwise than the work.
    const processor = one && other ? ` (${times(other, one)})` : '';
    return `${times(after.milliseconds, before.milliseconds)}${processor}`;
  };
  const hasGrowth = larger !== undefined;
  return [
    `| medians of ${rounds} (processor time) | ${sizesMeasured.join(' | ')} |${hasGrowth ? ` ${larger} / ${smaller} |` : ''}`,
    `|---${'|---'.repeat(sizesMeasured.length)}|${hasGrowth ? '---|' : ''}`,
    ...names.map(
      (name) =>
        `| ${name} | ${sizesMeasured.map((size) => cell(name, size)).join(' | ')} |${hasGrowth ? ` ${growth(name)} |` : ''}`,
    ),
  ];
}

function writeResults(): void {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').slice(0, 15);
  const file = path.join(output, `${time}.json`);
  const machine = { node: process.versions.node, gdal: gdalVersion(), cpus: os.cpus().length };
  writeFileSync(file, JSON.stringify({ machine, rows, judged }, null, 2));
  process.stdout.write(`Written to ${path.relative(process.cwd(), file)}\n`);
}

function gdalVersion(): string {
  const { status, stdout } = spawnSync('ogr2ogr', ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'no GDAL';
}

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function shown(milliseconds: number): string {
  return milliseconds < 100 ? `${milliseconds.toFixed(2)} ms` : `${milliseconds.toFixed(0)} ms`;
}

function log(line: string): void {
  process.stderr.write(`${line}\n`);
}
