import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { readPackage } from '../../electron/core/exchange/package/read-package.ts';
import { parsePage } from '../../electron/core/workspace/ingest/parse-page.ts';
import { hashPage, preparePageRows } from '../../electron/core/workspace/ingest/prepare/prepare-page-rows.ts';
import { closeWriter, openDatabase } from '../../electron/core/workspace/open-database.ts';
import { createWorkspaceStore } from '../../electron/core/workspace/workspace-store.ts';
import { inspectWorkspace } from '../../electron/core/workspace-tools/tasks/inspect-workspace.ts';
import { importAreas } from '../../shared/areas/import-areas.ts';
import { checkAreaPolygon } from '../../shared/geo/check-area-polygon.ts';
import { parseWkt } from '../../shared/geo/wkt.ts';
import { readWmsCapabilities } from '../../shared/map-sources/capabilities/read-wms-capabilities.ts';
import { allSamples } from '../builders/area-samples/all-samples.ts';
import { writeHostilePackage } from '../builders/hostile-packages.ts';
import { hostileRecords } from '../builders/hostile-records.ts';
import { buildPage, buildRecord } from '../builders/record-builder.ts';
import type { SeededRandom } from '../builders/seeded-random.ts';
import { buildToolRun } from '../builders/tool-run.ts';
import type { FuzzInput, FuzzTarget } from './fuzz-target.ts';
import { mutate } from './mutate.ts';

const text = (content: string) => new TextEncoder().encode(content);
const decode = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

/** A damaged one of the seeds. */
function damage(seeds: readonly FuzzInput[], random: SeededRandom): FuzzInput {
  const seed = random.pick(seeds);
  return { ...seed, bytes: mutate(seed.bytes, random.pick(seeds).bytes, random) };
}

function expectThat(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what);
}

const areaSeeds = allSamples
  .filter(({ bytes }) => bytes.length > 0 && bytes.length < 20_000)
  .map(({ name, bytes }) => ({ bytes, extension: name.split('.').at(-1) ?? '' }));

const wkt: FuzzTarget = {
  name: 'wkt',
  count: 100_000,
  make: (random) =>
    damage(
      areaSeeds.filter(({ extension }) => extension === 'wkt'),
      random,
    ),
  check: ({ bytes }) => void parseWkt(decode(bytes)),
};

const areas: FuzzTarget = {
  name: 'areas',
  count: 100_000,
  make: (random) => damage(areaSeeds, random),
  check({ bytes, extension }) {
    const result = importAreas({ name: `a.${extension}`, bytes });
    expectThat(result.error?.code !== 'internal', `internal error: ${result.error?.message}`);
    expectThat((result.verdict === 'reject') === (result.areas.length === 0), 'verdict and areas differ');
    for (const { geometry } of result.areas) {
      expectThat(checkAreaPolygon(geometry).length === 0, 'an area is not sound');
    }
  },
};

const brand = 'svc';
const pageSeeds = [
  buildPage([buildRecord(), buildRecord({ features: [] })], { nextOffset: 2 }),
  buildPage(hostileRecords().slice(0, 20)),
  buildPage([]),
].map((page) => ({ bytes: Uint8Array.from(page), extension: 'json' }));

const pages: FuzzTarget = {
  name: 'pages',
  count: 100_000,
  make: (random) => damage(pageSeeds, random),
  check({ bytes }) {
    const page = { body: bytes, brand, fields: 'all', offset: 0 } as const;
    const prepared = preparePageRows(page, hashPage(page), () => false);
    // Two ways of reading a page, which must agree.
    expectThat(prepared.ok === parsePage(bytes, brand).ok, 'slicing and parsing disagree');
  },
};

const layer = (name: string, inside = '') =>
  `<Layer queryable="1"><Name>${name}</Name><Title>${name} &amp; more</Title><CRS>EPSG:3857</CRS><SRS>EPSG:4326 EPSG:900913</SRS><Style><Name>day</Name></Style><EX_GeographicBoundingBox><westBoundLongitude>-180</westBoundLongitude></EX_GeographicBoundingBox>${inside}</Layer>`;
const capabilitySeeds = [
  `<?xml version="1.0"?><WMS_Capabilities version="1.3.0"><Service><Title>Charts</Title></Service><Capability><Request><GetMap><Format>image/png</Format></GetMap></Request>${layer('a', layer('b', layer('c')))}</Capability></WMS_Capabilities>`,
  `<!DOCTYPE WMT_MS_Capabilities [ <!ELEMENT V EMPTY> ]><WMT_MS_Capabilities version="1.1.1"><Capability><Request><GetMap><Format>image/gif</Format></GetMap></Request>${layer('x')}</Capability></WMT_MS_Capabilities>`,
].map((content) => ({ bytes: text(content), extension: 'xml' }));

const capabilities: FuzzTarget = {
  name: 'capabilities',
  count: 100_000,
  make: (random) => damage(capabilitySeeds, random),
  check: ({ bytes }) => void readWmsCapabilities(decode(bytes)),
};

/** Runs `use` on a file with these bytes, and deletes what is left of it. */
async function withFile<T>(
  { bytes, extension }: FuzzInput,
  use: (file: string) => T | Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-fuzz-'));
  try {
    const file = path.join(folder, `input.${extension}`);
    writeFileSync(file, bytes);
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function once<T>(build: () => T): () => T {
  let value: { readonly built: T } | undefined;
  return () => {
    value ??= { built: build() };
    return value.built;
  };
}

function inFolder<T>(build: (folder: string) => T): T {
  const folder = mkdtempSync(path.join(tmpdir(), 'sightline-fuzz-'));
  try {
    return build(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const packageFiles = once(() =>
  inFolder((folder) => {
    const file = path.join(folder, 'seed.zip');
    const record = JSON.stringify(buildRecord());
    const head = {
      recordId: 'a',
      bytes: record.length,
      sha256: hash('sha256', record, 'hex'),
      fetchedAt: '2026-11-20T08:00:00.000Z',
      query: 0,
      pageOffset: 0,
      fields: 'all',
    };
    const review = {
      verdict: 'confirmed',
      flagged: false,
      note: 'n',
      reviewer: 'anna',
      reviewedAt: '2026-11-20',
    };
    const line = `${JSON.stringify({ recordId: 'a', identity: 'chip 0 x', review })}\n`;
    writeHostilePackage(file, {
      records: { head: `${record}\n` },
      recordIndex: { head: `${JSON.stringify(head)}\n` },
      reviews: { head: line },
      reviewHistory: { head: line },
      chipIndex: { head: '{"file":null,"region":"East Asia","chipIdentifier":"x"}\n' },
    });
    return { whole: new Uint8Array(readFileSync(file)), files: unzipSync(readFileSync(file)) };
  }),
);

/** Half of them are damaged as a file, half in a content whose size and hash the manifest then has. */
function makePackage(random: SeededRandom): FuzzInput {
  const { whole, files } = packageFiles();
  if (random.chance(0.5)) return { bytes: mutate(whole, whole, random), extension: 'zip' };
  const name = random.pick(Object.keys(files));
  const other = files[random.pick(Object.keys(files))] ?? whole;
  const content = mutate(files[name] ?? whole, other, random);
  const changed: Record<string, Uint8Array> = { ...files, [name]: content };
  if (name !== 'manifest.json') {
    const manifest = JSON.parse(decode(files['manifest.json'] ?? whole)) as { entries: { name: string }[] };
    const entries = manifest.entries.map((entry) =>
      entry.name === name ? { name, bytes: content.length, sha256: hash('sha256', content, 'hex') } : entry,
    );
    changed['manifest.json'] = strToU8(JSON.stringify({ ...manifest, entries }));
  }
  return { bytes: zipSync(changed, { level: 1 }), extension: 'zip' };
}

const packages: FuzzTarget = {
  name: 'packages',
  count: 10_000,
  make: makePackage,
  check: (input) =>
    withFile(
      input,
      async (file) => void (await readPackage({ path: file, parts: 'everything' }, buildToolRun())),
    ),
};

const workspaceSeed = once(() =>
  inFolder((folder) => {
    const file = path.join(folder, 'seed.gpkg');
    const { database } = openDatabase(file);
    createWorkspaceStore(database).saveSetting('workspace.name', 'Seed');
    closeWriter(database);
    return new Uint8Array(readFileSync(file));
  }),
);

/** Damage where a database is most sensitive: its header, the heads of its pages, or anywhere; or a lost end. */
function makeWorkspace(random: SeededRandom): FuzzInput {
  const bytes = Buffer.from(workspaceSeed());
  const pageSize = 4096;
  for (let count = random.between(1, 12); count > 0; count -= 1) {
    const page = random.between(0, Math.floor(bytes.length / pageSize) - 1) * pageSize;
    const at = random.pick([
      random.between(0, 99),
      page + random.between(0, 11),
      page + random.between(0, 4095),
    ]);
    const length = Math.min(bytes.length - at, random.pick([1, 2, 8, 64]));
    for (let index = 0; index < length; index += 1) bytes.writeUInt8(random.between(0, 255), at + index);
  }
  return {
    bytes: random.chance(0.1) ? bytes.subarray(0, random.between(0, bytes.length)) : bytes,
    extension: 'gpkg',
  };
}

const workspaces: FuzzTarget = {
  name: 'workspaces',
  count: 10_000,
  make: makeWorkspace,
  check: (input) => withFile(input, (file) => void inspectWorkspace(file, true)),
};

/** Every reader of files and responses from elsewhere. */
export const fuzzTargets: readonly FuzzTarget[] = [wkt, areas, pages, capabilities, packages, workspaces];

export function findTarget(name: string): FuzzTarget {
  const target = fuzzTargets.find((each) => each.name === name);
  if (!target)
    throw new Error(
      `There is no target “${name}”. Give one of: ${fuzzTargets.map((each) => each.name).join(', ')}.`,
    );
  return target;
}
