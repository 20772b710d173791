import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { chipFile, chipKey } from '../../../../../electron/core/chips/chip-cache.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import type { ExportScopeInput } from '../../../../../shared/exchange/export-request.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import { beginExports } from '../../../../builders/export-builder.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const hostile = '"<script>alert(1)</script>&\u0007\ud800 سفينة 🚢';
const pass = (hour: string, vendorId: string) => ({ startTimeUTC: `2026-11-18T${hour}:00:00Z`, vendorId });

/** Three passes: two vessels of which one is long and confirmed, one short vessel, nothing; and a record without features. */
async function workspaceOfPasses(): Promise<Workspace> {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({
      assignedId: 'first',
      analytic: 'LargeVesselDetection',
      sensors: [pass('03', 'one')],
      features: [250, 90].map((length, index) =>
        buildFeature({
          properties: { lengthMeters: length, sarChipIdentifier: `c${index}`, class: hostile },
        }),
      ),
    }),
    buildRecord({
      assignedId: 'second',
      analytic: 'LargeVesselDetection',
      sensors: [pass('05', 'two')],
      features: [buildFeature({ properties: { lengthMeters: 50 } })],
    }),
    buildRecord({ assignedId: 'third', sensors: [pass('07', 'three')], features: [] }),
  ]);
  const act = {
    reviewer: 'Änne',
    at: '2026-11-20T10:00:00.000Z',
    batch: '00000000-0000-4000-9000-000000000001',
  };
  await workspace.setReviews([1], { verdict: 'confirmed', note: hostile }, act);
  return workspace;
}

async function report(
  workspace: Workspace,
  format: 'report-html' | 'report-docx',
  scope: ExportScopeInput,
  marking = hostile,
) {
  const cacheFolder = await makeTempFolder();
  const file = chipFile(
    cacheFolder,
    chipKey({ profileId: 'demo', region: 'East Asia', chipIdentifier: 'c0' }),
  );
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, buildPng(12, 6));
  const target = path.join(await makeTempFolder(), 'report');
  const { start, ended } = beginExports(workspace, { cacheFolder });
  const options = { format, chips: 'cached', report: { title: `Long ${hostile}`, marking } } as const;
  const job = await ended((await start(scope, target, options)).id);
  expect(job.state, job.failure?.message).toBe('complete');
  return readFileSync(target);
}

const longOnes = { kind: 'filter', filter: { expression: 'length > 80' } } as const;

test('an HTML report has all passes of its filter, what is not covered, and evidence for each figure', async () => {
  const html = (await report(await workspaceOfPasses(), 'report-html', longOnes)).toString();
  const text = html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|');
  const headings = [...html.matchAll(/<h2>([^<]*)</g)].map(([, heading]) => heading);
  expect(headings).toEqual([
    'What is not covered',
    'Passes',
    expect.stringMatching(/^2026-11-18 03:00:00 UTC · ICEYE-X7/),
    'Method',
    'Evidence',
  ]);
  expect(text).toContain('1 of 2 detections has no verdict of an analyst.');
  expect(text).toContain('1 image chip not in the cache.');
  expect(text).toContain('|3 passes by time of collection|');
  expect(text).toMatch(/\|2026-11-18 03:00:00 UTC\|[^\n]*\|2\|1\|1\|found\|/);
  expect(text).toMatch(/\|2026-11-18 05:00:00 UTC\|[^\n]*\|0\|0\|0\|none of 1 matches\|/);
  expect(text).toMatch(/\|2026-11-18 07:00:00 UTC\|[^\n]*\|0\|0\|0\|nothing found\|/);
  expect(text).toContain('250 m');
  expect(text).not.toContain('50 m|not');
  expect(text).toMatch(/confirmed; by Änne; 2026-11-20 10:00:00 UTC/);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(html).toContain('width="12" height="6"');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('\u0007');
  expect(html.match(/class="marking"/g)).toHaveLength(2);
  // What the page would load or run.
  expect(html).not.toMatch(/(src|href)="(?!data:image\/png)/);
});

test('a report of nothing states what is not covered, not that there is nothing', async () => {
  const html = (await report(await openTestWorkspace(), 'report-html', { kind: 'all' }, '')).toString();
  expect(html).toContain('nothing is known to have been covered');
  expect(html).not.toContain('class="marking"');
});

test('detections chosen one by one are reported without passes that have none of them', async () => {
  const html = (await report(await workspaceOfPasses(), 'report-html', { kind: 'ids', ids: [3] })).toString();
  expect(html).toContain('1 pass by time of collection');
  expect(html).toContain('Passes without one of these detections are not listed.');
});

test('a report in HTML and in DOCX has the same cells', async () => {
  const workspace = await workspaceOfPasses();
  const html = (await report(workspace, 'report-html', longOnes)).toString();
  const entries = unzipSync(await report(workspace, 'report-docx', longOnes));
  const xml = strFromU8(entries['word/document.xml'] ?? new Uint8Array());
  execFileSync('python3', ['-c', 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.stdin.buffer)'], {
    input: xml,
  });
  const rows = (text: string, row: RegExp, cell: RegExp) =>
    [...text.matchAll(row)].map(([, inner = '']) =>
      [...inner.matchAll(cell)].map(([, content = '']) => decode(content.replace(/<[^>]*>/g, ''))),
    );
  const cells = rows(html, /<tr>(.*?)<\/tr>/gs, /<t[hd][^>]*>(.*?)<\/t[hd]>/gs);
  expect(rows(xml, /<w:tr>(.*?)<\/w:tr>/gs, /<w:tc>(.*?)<\/w:tc>/gs)).toEqual(cells);
  expect(cells.length).toBeGreaterThan(8);
  const names = Object.keys(entries).filter((name) => /^word\/(header|footer)\d*\.xml$/.test(name));
  for (const name of names) expect(strFromU8(entries[name] ?? new Uint8Array())).toContain('سفينة 🚢');
  expect(names).toHaveLength(2);
  expect(Object.keys(entries).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
});

test('a report of more than 5,000 detections is refused with what to do', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({ features: Array.from({ length: 5001 }, () => buildFeature()) }),
  ]);
  const { start, ended } = beginExports(workspace);
  const target = path.join(await makeTempFolder(), 'report.html');
  const job = await ended((await start({ kind: 'all' }, target, { format: 'report-html' })).id);
  expect([job.state, job.failure?.message]).toEqual([
    'failed',
    'A report lists at most 5,000 detections, and there are more. Add conditions to the filter.',
  ]);
});

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
