import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { encode } from 'fast-png';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { renderDocx } from '../../../../../electron/core/exchange/reports/render-docx.ts';
import { renderHtml } from '../../../../../electron/core/exchange/reports/render-html.ts';
import { chromiumArguments } from '../../../../../scripts/lib/chromium.mjs';
import { findProgram } from '../../../../../scripts/lib/programs.mjs';
import { addAisFigures, aisFigureTable } from '../../../../../shared/ais/ais-figures.ts';
import { standardReport } from '../../../../../shared/exchange/export-request.ts';
import type { ReportDocument } from '../../../../../shared/reports/report-document.ts';
import { detectionColumns } from '../../../../../shared/reports/reported-detection.ts';
import { cacheChips } from '../../../../builders/cached-chips.ts';
import { beginExports } from '../../../../builders/export-builder.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const marking = 'TRAINING & TEST <only> "1"';
const title = 'Ships over 200 m — 선박 سفينة <b>';

/** Two hundred vessels with a chip each in five passes, one of which has none of them; of ids from 1,001 on. */
async function workspaceOfShips() {
  const workspace = await openTestWorkspace();
  const cacheFolder = await makeTempFolder();
  const chips = new Map<string, Uint8Array>();
  const { between } = seededRandom(36);
  const earlier = Array.from({ length: 1000 }, () => buildFeature());
  await fillWorkspace(workspace, [
    buildRecord({ analytic: 'ChangeDetection', features: earlier }),
    ...[50, 80, 40, 0, 30].map((count, pass) =>
      buildRecord({
        assignedId: `record${pass}`,
        analytic: 'LargeVesselDetection',
        sensors: [{ vendorId: `pass ${pass}`, startTimeUTC: `2026-11-1${pass}T03:00:00Z` }],
        features: Array.from({ length: count }, (_, index) => {
          const chipIdentifier = `${pass} ${index}`;
          // Noise, which no compression makes smaller; twice as high as wide.
          const data = Uint8Array.from({ length: 64 * 128 }, () => between(0, 255));
          chips.set(chipIdentifier, encode({ width: 64, height: 128, channels: 1, data }));
          return buildFeature({
            geometry: { type: 'Point', coordinates: [129 + index / 1000, 35 + pass / 10] },
            properties: {
              sarChipIdentifier: chipIdentifier,
              lengthMeters: 201 + index,
              class: index % 3 === 0 ? 'cargo' : 'tanker',
            },
          });
        }),
      }),
    ),
  ]);
  await cacheChips(cacheFolder, chips);
  const batch = '00000000-0000-4000-9000-000000000001';
  const act = { reviewer: 'Änne', at: '2026-11-20T10:00:00.000Z', batch };
  await workspace.setReviews([1001, 1002], { verdict: 'confirmed', note: 'Seen <twice> & more' }, act);
  return { workspace, cacheFolder };
}

async function reportOf(
  { workspace, cacheFolder }: Awaited<ReturnType<typeof workspaceOfShips>>,
  format: 'report-html' | 'report-docx',
) {
  const folder = await makeTempFolder();
  const file = path.join(folder, `report.${format === 'report-html' ? 'html' : 'docx'}`);
  const { start, ended } = beginExports(workspace, { cacheFolder });
  const scope = { kind: 'filter', filter: { expression: 'length > 200' } } as const;
  const report = { ...standardReport, title, marking };
  const job = await ended((await start(scope, file, { format, chips: 'cached', report })).id);
  expect(job.state, job.failure?.message).toBe('complete');
  return { file, folder };
}

/** The texts of the pages of a PDF. */
function pagesOf(pdf: string): readonly string[] {
  const text = execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8', maxBuffer: 1e8 });
  return text.split('\f').slice(0, -1);
}

/** Expects the marking twice on each page, and each id somewhere, not broken in two lines. */
function expectMarkedAndWhole(pages: readonly string[]): void {
  for (const text of pages) expect(text.split(marking)).toHaveLength(3);
  const printed = new Set(pages.join(' ').match(/(?<!\S)record\d_\d+(?!\S)/g));
  expect(printed.size).toBe(200);
}

/** Expects that a PDF has its fonts with it (the fourth column from the right of pdffonts before the object's id). */
function expectEmbeddedFonts(pdf: string): void {
  const rows = execFileSync('pdffonts', [pdf], { encoding: 'utf8' }).trim().split('\n').slice(2);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row).toMatch(/ yes (yes|no ) (yes|no ) +\d+ +\d+$/);
}

/** The cells of all tables in HTML, as text. */
function cellsOf(html: string): readonly (readonly string[])[] {
  return [...html.matchAll(/<tr[^>]*>(.*?)<\/tr>/gis)].map(([, row = '']) =>
    [...row.matchAll(/<t([hd])\b[^>]*>(.*?)<\/t\1>/gis)].map(([, , cell = '']) => textOf(cell)),
  );
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('█', '')
    .replace(/\s+/g, ' ')
    .trim();
}

const hasPrinter = hasPrograms(
  'A report of 200 detections is not printed',
  'chromium',
  'pdftotext',
  'pdffonts',
);
const hasOffice = hasPrograms('A report is not opened in LibreOffice', 'soffice', 'pdftotext', 'pdffonts');

/** Whether programs are installed; otherwise `what` is reported as skipped. */
function hasPrograms(what: string, ...names: readonly string[]): boolean {
  const missing = names.filter((name) => !findProgram(name));
  if (missing.length > 0)
    process.stderr.write(`Skipped: ${what}, as ${missing.join(', ')} is not installed.\n`);
  return missing.length === 0;
}

describe('a report of 200 detections', () => {
  test.skipIf(!hasPrinter)(
    'is below 12 MB, and prints on 12 to 30 pages with the marking twice on each, all ids and all fonts',
    async () => {
      const { file, folder } = await reportOf(await workspaceOfShips(), 'report-html');
      const html = readFileSync(file);
      expect(html.length).toBeLessThan(12_000_000);
      expect(html.toString().match(/<img /g)).toHaveLength(200);
      const pdf = printHtml(folder);
      const pages = pagesOf(pdf);
      expect(pages.length).toBeGreaterThanOrEqual(12);
      expect(pages.length).toBeLessThanOrEqual(30);
      expectMarkedAndWhole(pages);
      expectEmbeddedFonts(pdf);
      expect(pages.at(-1)).toContain(`${pages.length} / ${pages.length}`);
    },
  );

  test.skipIf(!hasOffice)('opens in LibreOffice with the tables and pictures of the HTML', async () => {
    const ships = await workspaceOfShips();
    const html = readFileSync((await reportOf(ships, 'report-html')).file, 'utf8');
    const { folder } = await reportOf(ships, 'report-docx');
    convertByOffice(folder, 'html');
    const opened = readFileSync(path.join(folder, 'report.html'), 'utf8');
    expect(cellsOf(opened)).toEqual(cellsOf(html));
    expect(opened.match(/<img /gi)).toHaveLength(200);
    convertByOffice(folder, 'pdf');
    const pdf = path.join(folder, 'report.pdf');
    const pages = pagesOf(pdf);
    expect(pages.length).toBeLessThanOrEqual(30);
    expectMarkedAndWhole(pages);
    expectEmbeddedFonts(pdf);
  });

  test('has the same bytes from the same workspace, but for the time', async () => {
    const ships = await workspaceOfShips();
    const htmlOf = async () =>
      readFileSync((await reportOf(ships, 'report-html')).file, 'utf8').replace(
        /<dt>Made<\/dt><dd>[^<]*/,
        '',
      );
    expect(await htmlOf()).toBe(await htmlOf());
    const partsOf = async () => {
      const entries = Object.entries(unzipSync(readFileSync((await reportOf(ships, 'report-docx')).file)));
      return entries.map(([name, bytes]) => [
        name,
        name.startsWith('word/media/')
          ? Buffer.from(bytes).toString('base64')
          : strFromU8(bytes).replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?( UTC|Z)/g, (time) =>
              Math.abs(Date.parse(time) - Date.now()) < 3_600_000 ? 'now' : time,
            ),
      ]);
    };
    expect(await partsOf()).toEqual(await partsOf());
  });
});

describe('a wide table', () => {
  const id = '16063e85-cb4b-4e59-9860-ba762c6fb682';
  const stated = [
    '1',
    'Small vessel',
    '35.50433° N, 139.82926° E',
    '78 m',
    'Tanker',
    '0.905',
    'no verdict',
    id,
  ];
  const detections = {
    columns: ['Image chip', ...detectionColumns({ properties: [] })],
    rows: [['none', ...stated]],
  };
  const figures = addAisFigures([{ outcome: 'unknown', cover: 'unknown', count: 12 }]);
  const pass = { figures, notSeen: null, files: [], matchedAt: null };
  const images = aisFigureTable([{ ...pass, title: '2026-11-18 03:00:00 UTC · CAPELLA-11 · Guangzhou' }]);
  const document: ReportDocument = {
    ...{ title: 'Widths', marking: '', logo: null, facts: [] },
    answer: { statements: [], certainty: [], gaps: [] },
    sections: [detections, images].map((table) => ({
      heading: 'Table',
      blocks: [{ kind: 'table', caption: '', ...table }],
    })),
  };

  /** Expects all words in one piece, and an id in two at most. */
  function expectWholeWords(pdf: string): void {
    const words = new Set(pagesOf(pdf).join(' ').split(/\s+/));
    const texts = [detections, images].flatMap(({ columns, rows }) => [...columns, ...rows.flat()]);
    for (const word of texts.join(' ').replace(id, '').split(/ +/)) expect(words).toContain(word);
    const lines = [...id.matchAll(/-|$/g)].map(({ index }) => [id.slice(0, index + 1), id.slice(index + 1)]);
    expect(lines.some((line) => line.every((part) => part === '' || words.has(part)))).toBe(true);
  }

  test.skipIf(!hasOffice)('breaks no word in a DOCX', async () => {
    const folder = await makeTempFolder();
    writeFileSync(path.join(folder, 'report.docx'), await renderDocx(document));
    convertByOffice(folder, 'pdf');
    expectWholeWords(path.join(folder, 'report.pdf'));
  });

  test.skipIf(!hasPrinter)('breaks no word in printed HTML', async () => {
    const folder = await makeTempFolder();
    writeFileSync(path.join(folder, 'report.html'), [...renderHtml(document)].join(''));
    expectWholeWords(printHtml(folder));
  });
});

test.skipIf(!hasPrinter)('a marking of one word of 300 letters is whole on each printed page', async () => {
  const folder = await makeTempFolder();
  const items = Array.from({ length: 120 }, (_, index) => `${index}`);
  const document: ReportDocument = {
    ...{ title: 'Long', marking: 'W'.repeat(300), logo: null, facts: [] },
    answer: { statements: [], certainty: [], gaps: [] },
    sections: [{ heading: 'List', blocks: [{ kind: 'list', items }] }],
  };
  writeFileSync(path.join(folder, 'report.html'), [...renderHtml(document)].join(''));
  const pages = pagesOf(printHtml(folder));
  expect(pages.map((text) => text.match(/W/g)?.length)).toEqual(pages.map(() => 600));
});

/** Prints the HTML report of a folder in Chromium, next to it; the PDF. */
function printHtml(folder: string): string {
  const pdf = path.join(folder, 'report.pdf');
  const flags = [...chromiumArguments, '--headless', '--no-pdf-header-footer', `--print-to-pdf=${pdf}`];
  const address = pathToFileURL(path.join(folder, 'report.html')).href;
  execFileSync('chromium', [...flags, `--user-data-dir=${folder}/profile`, address], { stdio: 'ignore' });
  return pdf;
}

/** Converts the DOCX report of a folder in LibreOffice, next to it. */
function convertByOffice(folder: string, to: string): void {
  const profile = pathToFileURL(path.join(folder, 'profile'));
  const flags = [`-env:UserInstallation=${profile}`, '--headless', '--convert-to', to, '--outdir', folder];
  execFileSync('soffice', [...flags, path.join(folder, 'report.docx')], { stdio: 'ignore' });
}
