import { readFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import {
  type ExportScopeInput,
  exportOptionsSchema,
  exportScopeSchema,
  type ReportOptions,
} from '../../../../../shared/exchange/export-request.ts';
import { reportKinds } from '../../../../../shared/reports/report-kind.ts';
import { aisOf } from '../../../../builders/ais-of.ts';
import { toMarineCadastre, toRecord } from '../../../../builders/ais-sea.ts';
import { simulatePass } from '../../../../builders/ais-simulator.ts';
import { anchorageRecords } from '../../../../builders/anchorage-records.ts';
import { cacheChips } from '../../../../builders/cached-chips.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import { beginExports } from '../../../../builders/export-builder.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { rectangle } from '../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { createWatchWorld } from '../../../../builders/watch-world.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

const hostile = `'"<script>alert(1)</script>& سفينة 🚢 ${'x'.repeat(80)}`;
const end = Date.UTC(2026, 10, 20);

/** A report as lines of text without tags, and its HTML. */
async function reportOf(
  workspace: Workspace,
  report: Partial<ReportOptions>,
  scope: ExportScopeInput = { kind: 'all' },
  cacheFolder?: string,
) {
  const folder = cacheFolder ?? (await makeTempFolder());
  const { exports } = beginExports(workspace, { cacheFolder: folder });
  const html = valued(
    await exports.previewReport({
      scope: exportScopeSchema.parse(scope),
      options: exportOptionsSchema.parse({ format: 'report-docx', chips: 'cached', report }),
    }),
  );
  const text = html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]*>/g, '|')
    .replace(/\|+/g, '|');
  return { html, text };
}

async function anchorage(): Promise<Workspace> {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, anchorageRecords(end));
  await addAnchorage(workspace);
  return workspace;
}

async function addAnchorage(workspace: Workspace): Promise<void> {
  await workspace.upsertArea({
    id: '00000000-0000-4000-8000-000000000011',
    name: `Anchorage ${hostile}`,
    shape: {
      kind: 'polygon',
      polygon: {
        type: 'Polygon',
        coordinates: rectangle(121, 31, 121.3, 31.3).coordinates as [number, number][][],
      },
    },
    squareMetres: 1e9,
    createdAt: '2026-11-20T00:00:00.000Z',
    updatedAt: '2026-11-20T00:00:00.000Z',
    site: { minShare: 0.9 },
  });
}

describe('a site report', () => {
  test('states gaps, passes that are not compared, the baseline and what is unusual', async () => {
    const workspace = await anchorage();
    const { html, text } = await reportOf(workspace, { kind: 'site', site: `Anchorage ${hostile}` });
    expect(html).toMatch(/<h1>Site report</);
    const [, answer = '', sure = '', gaps = ''] =
      /<h1>(.*?)<h2>How sure(.*?)<h2>What is not covered(.*?)<\/ul>/s.exec(html) ?? [];
    expect(answer).toMatch(
      /<p>Large vessel: usual are \d+ to \d+ in a pass of its kind; the last pass, 2026-11-20 00:00:00 UTC, had 41: unusual; 1 unusual pass, the last on 2026-11-20 00:00:00 UTC; 25 of 30 passes can be compared\.<\/p>/,
    );
    expect(gaps).toMatch(
      /Large vessel: no pass for 10 d, from 2026-10-24 00:00:00 UTC to 2026-11-03 00:00:00 UTC: nothing is known\./,
    );
    expect(gaps).toContain('Large vessel: 5 passes: not compared: covers too little.');
    expect(gaps).toContain('the last pass was at 2026-11-20 00:00:00 UTC. What came after it is not known.');
    expect(sure).toMatch(/0 of \d+ detections reviewed by an analyst/);
    expect(text).toContain('1 pass with an unusual count: 2026-11-20 00:00:00 UTC, 41.');
    expect(text).toMatch(/\|SAR · Stripmap · 30–45° · sensor to the east\|25\|1\d(\.5)?\|[\d.]+\|/);
    expect(text).toMatch(/2026-11-20 00:00:00 UTC\|[^\n]*\|41\|0 of 41\|0\|UNUSUAL \(\+[\d.]+ MAD\)\|/);
    expect(text).toContain('3.2.0 (changed from 3.1.0)');
    expect(text).toMatch(/no pass for 10 d[^|]*\|\s*no pass\|/);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&amp;');
    const [records = ''] = text.match(/\d+ records? of the service/) ?? [];
    expect(records).toBe('30 records of the service');
  });

  test('of confirmed detections compares no pass that is not reviewed in full', async () => {
    const { text } = await reportOf(await anchorage(), {
      kind: 'site',
      site: '00000000-0000-4000-8000-000000000011',
      counted: 'confirmed',
    });
    expect(text).toContain('25 passes: not compared: not all reviewed');
    expect(text).toContain(
      'what is usual is not known; the last pass, 2026-11-20 00:00:00 UTC, had 0 confirmed, not compared: not all reviewed; 0 of 30 passes can be compared.',
    );
  });

  test('states for a group, and not for each of its passes, that it has no baseline', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, anchorageRecords(end).slice(-6));
    await addAnchorage(workspace);
    const { text } = await reportOf(workspace, { kind: 'site', site: `Anchorage ${hostile}` });
    expect(text).toMatch(
      /what is usual is not known; .*; 0 of 6 passes can be compared; \d have no baseline: fewer than 8 comparable passes in their groups\./,
    );
    expect(text.match(/fewer than 8/g)).toHaveLength(1);
    expect(text.match(/no baseline/gi)).toHaveLength(2);
  });

  test('without a pass states that nothing is known, and is refused for an area that is gone', async () => {
    const workspace = await anchorage();
    const nothing: ExportScopeInput = { kind: 'filter', filter: { sensors: ['NONE'] } };
    const { text } = await reportOf(workspace, { kind: 'site', site: `Anchorage ${hostile}` }, nothing);
    expect(text).toContain('That is not zero: nothing is known of it.');
    await expect(reportOf(workspace, { kind: 'site', site: 'Gone' })).rejects.toThrow(
      'The workspace has no area “Gone”. Choose another one.',
    );
    await expect(reportOf(workspace, { kind: 'site' })).rejects.toThrow('Choose the site of the report.');
    await expect(
      reportOf(workspace, { kind: 'site', site: 'Gone' }, { kind: 'ids', ids: [1] }),
    ).rejects.toThrow('A site report counts all detections, or those of a filter.');
  });
});

describe('an AIS report', () => {
  const sea = simulatePass({ seed: 50, ships: 60 });

  test('counts outcomes by pass, never states that a ship is dark, and marks what is inferred', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [
      toRecord(sea, '00000000-0000-4000-8000-00000000aaaa'),
      buildRecord({
        analytic: 'LargeVesselDetection',
        sensors: [{ vendorId: 'later', startTimeUTC: '2026-11-25T00:00:00Z' }],
        features: [buildFeature()],
      }),
    ]);
    const { ais, importText } = aisOf(workspace);
    await importText(toMarineCadastre(sea.contacts), { name: 'reports <b>&.csv' });
    const [undecided = 0] = await workspace.aisUndecided();
    await workspace.decideAis([{ detectionId: undecided, decision: 'none', expected: null }], {
      by: `Kim ${hostile}`,
      at: '2026-11-27T10:00:00.000Z',
    });
    const { html, text } = await reportOf(workspace, { kind: 'ais' });
    expect(text).not.toMatch(/\bdark\b/i);
    expect(text).not.toMatch(/\d-\d\dT\d\d:/);
    const [summary] = (await workspace.aisOverview()).passes;
    const { outcomes } = summary?.figures ?? { outcomes: undefined };
    expect(text).toMatch(
      new RegExp(
        `\\|2026-05-03 [^|]*\\|${[
          outcomes?.matched,
          0,
          outcomes?.ambiguous,
          1,
          outcomes?.['no contact in reach'],
          outcomes?.unknown,
          outcomes?.['not comparable'],
          summary?.notSeen,
        ].join('\\|')}\\|`,
      ),
    );
    const known = outcomes?.matched ?? 0;
    expect(text).toMatch(
      new RegExp(
        `detections of ships in 2 passes, collected from 2026-05-03 [^|]* to 2026-11-25 00:00:00 UTC: ${known} known by your AIS files · ${outcomes?.ambiguous} to decide · ${outcomes?.['no contact in reach']} without a contact in reach, where files cover the place · ${(outcomes?.unknown ?? 0) + 1} unknown · 1 none of the candidates`,
      ),
    );
    expect(text).toMatch(
      /\|\d+ contacts? expected in the images but not seen\. Of 1 pass that is unknown\.\|/,
    );
    expect(text).toMatch(
      /\|2026-11-25 00:00:00 UTC[^|]*\|(unknown\|){5}1\|unknown\|unknown\|[^|]*\|no AIS file\|/,
    );
    expect(text).toContain(
      'No AIS file has the time of 1 pass: unknown. Detections there are counted, not listed.',
    );
    expect(text.split('Known by your AIS files: ')).toHaveLength((outcomes?.matched ?? 0) + 1);
    expect(text).toContain('No AIS contact within reach; the files cover this place and time: ');
    expect(text).toMatch(/Decided: none of the candidates, by Kim/);
    const [notSeen = '', others = ''] = text.split(/other contacts?, not compared with the image/);
    expect(notSeen).toMatch(/\d+ contacts? not seen in the image/);
    expect(notSeen.split(/not seen in the image/).at(-1)).not.toMatch(/net or buoy|no ship/);
    expect(others).toMatch(/\|net or buoy\|[^\n]*\|no ship\|/);
    expect(html).not.toContain('<script');
    await ais.close();
  });

  test('lists a detection of a record with several images once, in the image that it was inferred from', async () => {
    const record = toRecord(sea, '00000000-0000-4000-8000-00000000bbbb');
    const content = record.content as {
      readonly sensorData: readonly Record<string, unknown>[];
      readonly features: readonly { readonly properties: Record<string, unknown> }[];
    };
    const [image = {}] = content.sensorData;
    const elsewhere = {
      ...image,
      ...{ sensorDataIndex: 1, svcId: 'image-1', vendorId: 'elsewhere' },
      startTimeUTC: new Date((sea.pass.timeMs ?? 0) - 600_000).toISOString(),
      footprint: 'POLYGON ((139 35, 140 35, 140 36, 139 36, 139 35))',
    };
    const features = content.features.map((feature) => ({
      ...feature,
      properties: { ...feature.properties, sensorDataIndex: undefined },
    }));
    const workspace = await openTestWorkspace();
    const sensorData = [image, elsewhere];
    await fillWorkspace(workspace, [{ ...record, content: { ...content, sensorData, features } }]);
    const read = async (scope?: ExportScopeInput) => {
      const { text } = await reportOf(workspace, { kind: 'ais' }, scope);
      return {
        counts: text.match(/\d+ detections (?:of(?! ships)|not compared)/g),
        covered: [...text.matchAll(/\|2026-05-03 [^\n]*\|(yes|unknown|no detection)\|/g)].map(
          (row) => row[1],
        ),
      };
    };
    expect(features).toHaveLength(59);
    expect(await read()).toEqual({
      counts: ['59 detections not compared'],
      covered: ['unknown', 'no detection'],
    });
    const { ais, importText } = aisOf(workspace);
    await importText(toMarineCadastre(sea.contacts));
    expect(await read()).toEqual({
      counts: ['59 detections of'],
      covered: ['yes', 'no detection'],
    });
    // They may be of the image elsewhere, which is listed for it, though it does not show the box.
    const inBox = await read({ kind: 'filter', filter: { boundingBox: [128.5, 34, 130, 36] } });
    expect(inBox).toEqual({
      counts: ['59 detections of'],
      covered: ['yes', 'no detection'],
    });
    await ais.close();
  });

  test('of a pass that was fetched after the file was imported does not state that the file does not cover it', async () => {
    const workspace = await openTestWorkspace();
    const { ais, importText } = aisOf(workspace);
    await importText(toMarineCadastre(sea.contacts));
    await fillWorkspace(workspace, [toRecord(sea, '00000000-0000-4000-8000-00000000aaaa')]);
    const { text } = await reportOf(workspace, { kind: 'ais' });
    await ais.close();
    expect(text).toContain('1 pass is about to be matched: not current.');
    expect(text).not.toContain('since no file covers their places and times');
  });

  test('without a file states that who the detections are is unknown', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [toRecord(sea, '00000000-0000-4000-8000-00000000aaaa')]);
    const { text } = await reportOf(workspace, { kind: 'ais' });
    expect(text).toContain('No AIS file was imported: who the detections are is unknown.');
    expect(text).toMatch(
      /detections of ships in 1 pass, [^|]*: who they are is unknown, since no AIS file was imported\./,
    );
  });
});

test('a card has the chip, what is stated, what is known of the pass, former reviews and the record', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({
      assignedId: 'first',
      analytic: 'LargeVesselDetection',
      sensors: [{ startTimeUTC: '2026-11-18T03:00:00Z', vendorId: 'one' }],
      features: [
        buildFeature({
          properties: { lengthMeters: 250, sarChipIdentifier: 'c0', [hostile]: { a: [hostile] } },
        }),
        buildFeature({ properties: { lengthMeters: 90 } }),
      ],
    }),
  ]);
  const act = (at: string, batch: string) => ({
    reviewer: 'Änne',
    at,
    batch: `00000000-0000-4000-9000-00000000000${batch}`,
  });
  await workspace.setReviews([1], { verdict: 'unsure' }, act('2026-11-20T10:00:00.000Z', '1'));
  await workspace.setReviews(
    [1],
    { verdict: 'confirmed', note: hostile },
    act('2026-11-20T11:00:00.000Z', '2'),
  );
  const cacheFolder = await makeTempFolder();
  await cacheChips(cacheFolder, [['c0', buildPng(12, 6)]]);
  const { html, text } = await reportOf(workspace, { kind: 'detection' }, { kind: 'all' }, cacheFolder);
  const headings = [...html.matchAll(/<h2>([^<]*)</g)].map(([, heading]) => heading);
  expect(headings).toEqual([
    'How sure',
    'What is not covered',
    expect.stringMatching(/^Large vessel first_0 · 2026-11-18 03:00:00 UTC · ICEYE-X7/),
    expect.stringMatching(/^Large vessel first_1 · /),
    'Method',
    'Evidence',
  ]);
  expect(html.match(/<section class="page">/g)).toHaveLength(2);
  expect(html.match(/<img /g)).toHaveLength(1);
  expect(text).toContain('|Review|confirmed; by Änne; 2026-11-20 11:00:00 UTC; note: ');
  expect(text).toContain('|Former review|unsure; by Änne; 2026-11-20 10:00:00 UTC|');
  expect(text).toContain('|By your AIS files|not compared: unknown|');
  expect(text).toContain('1 of 2 detections has no verdict of an analyst.');
  expect(text).toContain('2 detections not compared with AIS: who they are is unknown.');
  expect(text).toContain('|lengthMeters|250|');
  expect(html).not.toContain('<script');
});

test('a card has the former review of another reviewer, also one with a later time than the present review', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [buildRecord({ features: [buildFeature()] })]);
  const act = (reviewer: string, at: string, batch: string) => ({
    ...{ reviewer, at },
    batch: `00000000-0000-4000-9000-00000000000${batch}`,
  });
  await workspace.setReviews([1], { verdict: 'unsure' }, act('Kim', '2026-11-20T11:00:00.000Z', '1'));
  await workspace.setReviews([1], { verdict: 'confirmed' }, act('Änne', '2026-11-20T10:00:00.000Z', '2'));
  const { text } = await reportOf(workspace, { kind: 'detection' });
  expect(text).toContain('|Review|confirmed; by Änne; 2026-11-20 10:00:00 UTC|');
  expect(text.match(/\|Former review\|[^|]*/g)).toEqual([
    '|Former review|unsure; by Kim; 2026-11-20 11:00:00 UTC',
  ]);
});

test('more cards than a document can have are refused with what to do', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({ features: Array.from({ length: 501 }, () => buildFeature()) }),
  ]);
  await expect(reportOf(workspace, { kind: 'detection' })).rejects.toThrow(
    'A report lists at most 500 detections, and there are more. Add conditions to the filter.',
  );
});

test('a digest has the findings of the inbox, and what was not watched', async () => {
  const world = await createWatchWorld('2026-11-20T00:00:00Z');
  const rule = await world.saveRule({ name: hostile.slice(0, 100) });
  await world.fetch([buildRecord({ features: [buildFeature(), buildFeature()] })]);
  const [first, second] = await world.events();
  valued(
    await world.watch.changeInbox({ ids: [second?.id ?? ''], snoozedUntil: '2099-01-01T00:00:00.000Z' }),
  );
  const { html, text } = await reportOf(world.workspace, { kind: 'watch' });
  expect(rule).not.toBe('');
  expect(text).toContain('1 finding snoozed, not listed.');
  expect(text).toContain(first?.finding.statement);
  expect(text).toContain('|1 rule|');
  expect(html).not.toContain('<script');
});

test.each(reportKinds)(
  'a report of nothing (%s) is a document in HTML and DOCX, with the same cells',
  async (kind) => {
    const workspace = await openTestWorkspace();
    await workspace.upsertArea({
      id: '00000000-0000-4000-8000-000000000011',
      name: 'Empty',
      shape: { kind: 'circle', center: [129, 35], radiusMetres: 1000 },
      squareMetres: 3e6,
      createdAt: '2026-11-20T00:00:00.000Z',
      updatedAt: '2026-11-20T00:00:00.000Z',
    });
    const report = { kind, site: 'Empty', marking: hostile, title: hostile } as const;
    const { html, text } = await reportOf(workspace, report);
    expect(text).toMatch(/not known|nothing is known|No rule watches anything/);
    expect(html.match(/class="marking"/g)).toHaveLength(2);
    const { start, ended } = beginExports(workspace);
    const target = path.join(await makeTempFolder(), 'report.docx');
    const options = exportOptionsSchema.parse({ format: 'report-docx', report });
    const job = await ended((await start({ kind: 'all' }, target, options)).id);
    expect(job.state, job.failure?.message).toBe('complete');
    const entries = unzipSync(readFileSync(target));
    const headings = [...html.matchAll(/<h2>([^<]*)</g)].map(([, heading]) => heading);
    const xml = strFromU8(entries['word/document.xml'] ?? new Uint8Array());
    for (const heading of headings) expect(xml).toContain(heading);
  },
);
