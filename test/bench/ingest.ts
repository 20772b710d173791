/**
 * How long it takes to take results in, in ratios to peers of the same run: `JSON.parse` of the same bytes, the least
 * that any reader must do; and GDAL's `ogr2ogr`, GeoJSONSeq to GeoPackage, of the detections alone. Sightline stores
 * more than ogr2ogr does: raw records, sensors, footprints, and the packed columns for the map.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWorkspace } from '../../electron/core/workspace/open-workspace.ts';
import { inProject } from '../../scripts/lib/paths.mjs';
import { findProgram } from '../../scripts/lib/programs.mjs';
import { buildFeature, buildRecord } from '../builders/record-builder.ts';
import { buildArrivedPage, buildFetch } from '../builders/workspace-builder.ts';

const pages = 50;
const recordsInPage = 100;
const detectionsInRecord = 20;
const rounds = 3;

const workerUrl = pathToFileURL(inProject('dist', 'main', 'workers', 'workspace-worker.mjs'));
const folder = mkdtempSync(path.join(os.tmpdir(), 'sightline-bench-'));
try {
  await compare();
} finally {
  rmSync(folder, { recursive: true });
}

async function compare(): Promise<void> {
  const fetch = buildFetch();
  const arrived = Array.from({ length: pages }, (_, page) =>
    buildArrivedPage(fetch, buildRecords(page), {
      offset: page * recordsInPage,
      ...(page < pages - 1 ? { nextOffset: (page + 1) * recordsInPage } : {}),
    }),
  );
  const bytes = arrived.reduce((sum, page) => sum + page.body.length, 0);
  const sequence = path.join(folder, 'detections.geojsonl');
  writeFileSync(sequence, arrived.map((page) => toSequence(page.body)).join(''));

  const ingest = await median(async (round) => {
    const workspace = await openWorkspace({ path: path.join(folder, `workspace-${round}.gpkg`), workerUrl });
    await workspace.putFetch(fetch);
    for (const page of arrived) {
      const outcome = await workspace.ingestPage(page);
      if (!outcome.ok) throw new Error(outcome.message);
    }
    await workspace.close();
  });
  const parse = await median(() => {
    for (const page of arrived) JSON.parse(new TextDecoder().decode(page.body));
  });

  const detections = pages * recordsInPage * detectionsInRecord;
  print(`${pages * recordsInPage} records, ${detections} detections, ${Math.round(bytes / 1e6)} MB of pages`);
  print(
    `ingest into the workspace   ${ingest.toFixed(0)} ms, ${Math.round(detections / (ingest / 1000))} detections/s`,
  );
  print(
    `JSON.parse of the same      ${parse.toFixed(0)} ms    ingest / JSON.parse = ${(ingest / parse).toFixed(2)}`,
  );
  if (!findProgram('ogr2ogr')) {
    print('ogr2ogr is not installed: not compared.');
    return;
  }
  const convert = await median((round) => {
    const target = path.join(folder, `ogr-${round}.gpkg`);
    execFileSync('ogr2ogr', ['-f', 'GPKG', target, sequence, '-nln', 'detections', '-q']);
  });
  print(
    `ogr2ogr, detections alone   ${convert.toFixed(0)} ms    ingest / ogr2ogr = ${(ingest / convert).toFixed(2)}`,
  );
  print(
    `versions: Node ${process.versions.node}, ${spawnSync('ogr2ogr', ['--version'], { encoding: 'utf8' }).stdout.trim()}`,
  );
}

function buildRecords(page: number): unknown[] {
  return Array.from({ length: recordsInPage }, (_, record) => {
    const number = page * recordsInPage + record;
    const features = Array.from({ length: detectionsInRecord }, (_unused, index) =>
      buildFeature({
        geometry: {
          type: 'Point',
          coordinates: [110 + ((number * 7 + index) % 3000) / 100, 20 + (number % 2000) / 100],
        },
      }),
    );
    return buildRecord({
      features,
      uploadTime: new Date(Date.UTC(2026, 9, 1) + number * 60_000).toISOString(),
    });
  });
}

type Page = {
  data: { svc_udp_analyticgeojsonrecord: { content: { features: unknown[] } }[] };
};

function toSequence(body: Uint8Array): string {
  const page = JSON.parse(new TextDecoder().decode(body)) as Page;
  const features = page.data.svc_udp_analyticgeojsonrecord.flatMap((record) => record.content.features);
  return features.map((feature) => `${JSON.stringify(feature)}\n`).join('');
}

/** Milliseconds of the middle one of several rounds. */
async function median(work: (round: number) => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work(round);
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
