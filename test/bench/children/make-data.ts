/**
 * Writes the pages and the sequence of a bench: `make-data.ts <folder> <records> <features per record>`. Records are
 * those of the demo service, with their features redistributed so that each record has the same number.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createCatalog } from '../../../electron/core/demo-service/data/catalog.ts';
import type { DemoFeature } from '../../../electron/core/demo-service/data/feature.ts';
import type { DemoRecord } from '../../../electron/core/demo-service/data/record.ts';
import { pageFile, recordsInPage, sequenceFile } from '../data-files.ts';
import { report } from '../report.ts';

const [folder = '', recordCount = '', featuresInRecord = ''] = process.argv.slice(2);
const expected = Number(recordCount);
const startedAt = performance.now();
mkdirSync(folder, { recursive: true });
const sequence = openSync(path.join(folder, sequenceFile), 'w');
let page: string[] = [];
let pages = 0;
let written = 0;

for (const text of recordTexts(Number(featuresInRecord))) {
  page.push(text);
  written += 1;
  if (page.length === recordsInPage || written === expected) closePage();
  if (written === expected) break;
}
closeSync(sequence);
report(performance.now() - startedAt);

function closePage(): void {
  const following = written < expected ? `"nextOffset":${written},` : '';
  writeFileSync(
    path.join(folder, pageFile(pages)),
    `{"paginationInfo":{${following}"recordsInPage":${page.length}},"data":{"svc_udp_analyticgeojsonrecord":[${page.join(',')}]}}`,
  );
  page = [];
  pages += 1;
}

/**
 * Yields records as the service sends them. Features of one kind of record are collected until there are enough for
 * one. The ids of the demo service are made from 32 bits, so that some of half a million are equal: only the first is
 * yielded, since a record that comes twice with two contents is never unchanged.
 */
function* recordTexts(perRecord: number): Generator<string> {
  const ids = new Set<string>();
  const saved = new Map<string, DemoFeature[]>();
  for (const record of demoRecords()) {
    const kind = JSON.stringify((record.content as { processors?: unknown }).processors);
    const features = [...(saved.get(kind) ?? []), ...record.content.features];
    saved.set(kind, features);
    if (features.length < perRecord || ids.has(record.assignedId)) continue;
    ids.add(record.assignedId);
    const dealt = features.splice(0, perRecord);
    for (const feature of dealt) writeSync(sequence, `${JSON.stringify(feature)}\n`);
    yield JSON.stringify({ ...record, content: { ...record.content, features: dealt } });
  }
}

/** Yields the records of one period of 36 days after another, back in time. */
function* demoRecords(): Generator<DemoRecord> {
  const period = 36 * 86_400_000;
  for (let back = 0; ; back += 1) {
    const now = Date.UTC(2026, 10, 20) - back * period;
    const catalog = createCatalog({ brand: 'svc', now: () => now, seed: `bench ${back}` });
    for (const entry of catalog.visible()) yield entry.record;
  }
}
