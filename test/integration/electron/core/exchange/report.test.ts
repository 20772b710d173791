import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { encode } from 'fast-png';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { outlineText } from '../../../../../electron/core/exchange/geometry/wkt-text.ts';
import { renderDocx } from '../../../../../electron/core/exchange/reports/render-docx.ts';
import { renderHtml } from '../../../../../electron/core/exchange/reports/render-html.ts';
import type { Workspace } from '../../../../../electron/core/workspace/open/workspace.ts';
import { workspaceNameKey } from '../../../../../electron/core/workspace/read/workspace-name.ts';
import { shapeToRings } from '../../../../../shared/areas/shape-to-rings.ts';
import { exportRequestSchema } from '../../../../../shared/exchange/export-checks.ts';
import {
  type ExportOptions,
  type ExportScopeInput,
  exportOptionsSchema,
  exportScopeSchema,
  type ReportMap,
  standardReport,
} from '../../../../../shared/exchange/export-request.ts';
import { markFileName } from '../../../../../shared/marking.ts';
import type { ReportDocument } from '../../../../../shared/reports/report-document.ts';
import {
  type ReportTemplate,
  reportSections,
  reportTemplateSchema,
} from '../../../../../shared/reports/report-template.ts';
import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import { apiOf } from '../../../../builders/api-of.ts';
import { cacheChips } from '../../../../builders/cached-chips.ts';
import { buildPng } from '../../../../builders/chip-png.ts';
import { beginExports, exportByCli, exportTo } from '../../../../builders/export-builder.ts';
import { valued } from '../../../../builders/fetch-core.ts';
import { buildArea } from '../../../../builders/filled-workspace.ts';
import { buildFeature, buildRecord } from '../../../../builders/record-builder.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../../builders/workspace-builder.ts';

type ReportOptions = NonNullable<ExportOptions['report']>;

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
          properties: {
            lengthMeters: length,
            driftCourse: 87.25,
            sarChipIdentifier: `c${index}`,
            class: hostile,
          },
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
  await cacheChips(cacheFolder, [['c0', buildPng(12, 6)]]);
  const target = path.join(await makeTempFolder(), 'report');
  const { start, ended } = beginExports(workspace, { cacheFolder });
  const options = {
    format,
    chips: 'cached',
    report: { ...standardReport, title: `Long ${hostile}`, marking },
  } as const;
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
    'How sure',
    'What is not covered',
    'Detections by pass',
    'Passes',
    expect.stringMatching(/^2026-11-18 03:00:00 UTC · ICEYE-X7/),
    'Method',
    'Evidence',
    'Passes without a matching detection',
  ]);
  expect(text).toMatch(
    /\|2 detections in 1 of 3 passes, collected 2026-11-18 03:00:00 UTC: 2 Large vessel\.[|\s]*Counted is what matches: [^|]+\.[|\s]*How sure\|/,
  );
  expect(text).toContain('|Reviewed by an analyst: 1 confirmed.|');
  expect(text).toContain('1 of 2 detections has no verdict of an analyst.');
  expect(text).toContain('1 image chip not in the cache.');
  expect(text).toContain('|1 pass by time of collection|');
  expect(text).toContain('|2 passes without a matching detection: listed at the end.|');
  expect(text).toContain('|2 passes by time of collection|');
  expect(text).toMatch(/\|2026-11-18 03:00:00 UTC\|[^\n]*\|2\|1\|1\|found\|/);
  expect(text).toMatch(/\|2026-11-18 05:00:00 UTC\|[^\n]*\|0\|0\|0\|none of 1 matches\|/);
  expect(text).toMatch(/\|2026-11-18 07:00:00 UTC\|[^\n]*\|0\|0\|0\|nothing found\|/);
  expect(text).toContain('|first|2026-11-18 06:00:00 UTC|');
  expect(text).not.toMatch(/\d-\d\dT\d\d:/);
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

describe('a report of a place or an area', () => {
  const at = (longitude: number, latitude: number) => ({
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: { lengthMeters: 250 },
  });
  const box = (west: number, south: number) =>
    `POLYGON ((${west} ${south}, ${west + 0.5} ${south}, ${west + 0.5} ${south + 0.5}, ${west} ${south + 0.5}, ${west} ${south}))`;
  /** Busan is at 129.06° E, 35.1° N, Tokyo far from it. */
  const workspaceOfPlaces = async () => {
    const workspace = await openTestWorkspace();
    const images = [
      ['01', 'with ships of Busan', box(128.9, 34.9), [at(129.1, 35)]],
      ['02', 'empty near Busan', box(129.4, 35), []],
      ['03', 'without footprint, with a ship of Busan', undefined, [at(129.1, 35)]],
      ['04', 'without footprint', undefined, []],
      ['05', 'ships of Tokyo', box(139.6, 35.4), [at(139.8, 35.6)]],
      ['06', 'empty far away', box(120, 20), []],
      ['07', 'empty, 60 km from Busan', box(129.75, 35), []],
    ] as const;
    await fillWorkspace(
      workspace,
      images.map(([hour, vendorId, footprint, features]) =>
        buildRecord({
          analytic: 'LargeVesselDetection',
          sensors: [{ ...pass(hour, vendorId), footprint, geometryReference: undefined }],
          features: features.map((feature) => buildFeature(feature)),
        }),
      ),
    );
    return workspace;
  };
  const textOf = async (
    filter: DetectionFilter,
    kind: ReportOptions['kind'] = 'pass',
    workspace?: Workspace,
  ) => {
    const { exports } = beginExports(workspace ?? (await workspaceOfPlaces()), {
      cacheFolder: await makeTempFolder(),
    });
    const html = valued(
      await exports.previewReport({
        scope: exportScopeSchema.parse({ kind: 'filter', filter }),
        options: exportOptionsSchema.parse({ format: 'report-html', report: { kind } }),
      }),
    );
    const [, answer = '', gaps = ''] = /<h1>(.*?)<h2>What is not covered(.*?)<\/ul>/s.exec(html) ?? [];
    const tables = [...html.matchAll(/<h2>Passes(?: without a matching detection)?<.*?<\/section>/gs)];
    const hours = tables.flatMap(([table]) => [...table.matchAll(/<td[^>]*>2026-11-18 (\d\d):/g)]);
    return { answer, gaps, hours: hours.map(([, hour]) => hour).sort() };
  };
  const ring: [number, number][] = [
    [129, 34.9],
    [129.3, 34.9],
    [129.3, 35.2],
    [129, 35.2],
  ];
  const elsewhere = (count: number, where: string) =>
    `${count} passes match the other conditions, but show nothing ${where}: they are not listed.`;
  const unknown = (where: string) =>
    `1 pass without a usable footprint is not listed: whether it shows anything ${where} is not known.`;

  test.each([
    ['a place', { places: ['Busan'] }, ['01', '02', '03'], 3, 'near Busan'],
    [
      'a place of an expression',
      { expression: 'place = "busan" and length > 200' },
      ['01', '02', '03'],
      3,
      'near Busan',
    ],
    [
      'places of an expression',
      { expression: 'place in ("Busan", "Tokyo")' },
      ['01', '02', '03', '05'],
      2,
      'near Busan, Tokyo',
    ],
    [
      'a place of both',
      { places: ['Busan', 'Tokyo'], expression: 'place = "Busan"' },
      ['01', '02', '03'],
      3,
      'near Busan',
    ],
    [
      'a box',
      { boundingBox: [129, 34.9, 129.3, 35.2] },
      ['01', '03'],
      4,
      'in the extent west 129°, south 34.9°, east 129.3°, north 35.2°',
    ],
    ['an outline', { within: [ring] }, ['01', '03'], 4, 'inside an outline'],
    ['both', { places: ['Busan'], within: [ring] }, ['01', '03'], 4, 'near Busan and inside an outline'],
  ] as const)(
    'lists the passes that show something of %s, and states first how many it does not list, and why',
    async (_name, filter, hours, others, where) => {
      const { answer, gaps, hours: listed } = await textOf(filter as DetectionFilter);
      expect(listed).toEqual(hours);
      expect(answer).toMatch(
        /The last pass, 2026-11-18 0\d:00:00 UTC · [^<]*, has \d matching detections?, the one before it \d\./,
      );
      expect(gaps).toContain(elsewhere(others, where));
      expect(gaps).toContain(unknown(where));
      expect(gaps).not.toContain('cannot be traced');
    },
  );

  test('has all names of its conditions, and the coordinates of an outline', async () => {
    const workspace = await workspaceOfPasses();
    const area = buildArea('Anchorage');
    await workspace.upsertArea(area);
    const filter = { within: shapeToRings(area.shape), regions: ['East Asia', 'Eastern Europe', 'Arctic'] };
    for (const kind of ['pass', 'detection', 'ais'] as const) {
      const options = {
        format: 'report-html',
        report: { ...standardReport, kind },
        scope: { kind: 'filter', filter },
      } as const;
      const { file } = await exportTo(workspace, 'a.html', options);
      const html = readFileSync(file, 'utf8');
      expect(html).toContain('East Asia, Eastern Europe, Arctic; inside Anchorage');
      expect(html).toContain(`longitude first (WGS 84): ${outlineText(filter.within)}`);
    }
    const { file } = await exportTo(workspace, 'b.html', {
      format: 'report-html',
      scope: { kind: 'filter', filter: { regions: ['East Asia'] } },
    });
    expect(readFileSync(file, 'utf8')).not.toContain('WGS 84): ');
  });

  test('of a place that is no named port is refused', async () => {
    await expect(textOf({ expression: 'place in ("Busan", "Gotham")' })).rejects.toThrow(
      'No named port is “Gotham”.',
    );
  });

  test('lists each pass of a record of two images once, where only the other one shows the place', async () => {
    const workspace = await openTestWorkspace();
    await fillWorkspace(workspace, [
      buildRecord({
        sensors: [
          { ...pass('01', 'near'), footprint: box(128.9, 34.9), geometryReference: undefined },
          { ...pass('02', 'unknown'), footprint: undefined, geometryReference: undefined },
        ],
        features: [buildFeature({ ...at(129.1, 35), properties: { lengthMeters: 250, sensorDataIndex: 1 } })],
      }),
    ]);
    const { gaps, hours } = await textOf({ places: ['Busan'] }, 'pass', workspace);
    expect(hours).toEqual(['01', '02']);
    expect(gaps).not.toMatch(/not listed|-1|−1/);
  });

  const others = (count: number) =>
    `${count} other passes of these conditions without a matching detection, not listed.`;

  test('lists those with a detection and those that cover the place of one where it has no place', async () => {
    const { answer, gaps, hours } = await textOf({ analytics: ['LargeVesselDetection'] });
    expect(hours).toEqual(['01', '03', '05']);
    expect(answer).toContain(
      '3 detections in 3 of 7 passes, collected from 2026-11-18 01:00:00 UTC to 2026-11-18 05:00:00 UTC: 3 Large vessel.',
    );
    expect(answer).not.toContain('The last pass');
    expect(gaps).toContain(others(4));
    const covered = await textOf({
      expression: 'length > 1 and collected < 2026-11-18T02:00Z or place = "Busan"',
    });
    expect(covered.hours).toEqual(['01', '03']);
  });

  test('lists all passes where no detection matches', async () => {
    const { answer, gaps, hours } = await textOf({ expression: 'length > 1000' });
    expect(answer).toContain('No matching detection in 7 passes, collected from 2026-11-18 01:00:00 UTC to');
    expect(hours).toEqual(['01', '02', '03', '04', '05', '06', '07']);
    expect(gaps).not.toContain('not listed');
  });

  test.each(['pass', 'ais', 'detection'] as const)(
    'is not refused for passes without a detection, however many they are (%s)',
    async (kind) => {
      const workspace = await workspaceOfPlaces();
      const minute = (index: number) => new Date(Date.UTC(2026, 10, 10) + index * 60_000).toISOString();
      const build = (index: number) =>
        buildRecord({
          analytic: 'LargeVesselDetection',
          sensors: [
            {
              ...pass('01', `more ${index}`),
              startTimeUTC: minute(index),
              // One of them shows where a ship was found.
              footprint: index === 7 ? box(129, 34.8) : box(20, 20),
              geometryReference: undefined,
            },
          ],
          features: [],
        });
      for (const from of [0, 2550]) {
        await fillWorkspace(
          workspace,
          Array.from({ length: 2550 }, (_none, index) => build(from + index)),
        );
      }
      for (const filter of [{}, { boundingBox: [-179, -80, 179, 80] }] as const) {
        const { gaps, hours } = await textOf(filter as DetectionFilter, kind, workspace);
        if (kind === 'detection') continue;
        expect(hours).toEqual(['01', '03', '05']);
        expect(gaps).toMatch(
          /5,10\d other passes of these conditions without a matching detection, not listed/,
        );
      }
      const { answer, hours } = await textOf({ expression: 'length > 1000' }, kind, workspace);
      expect(hours).toEqual([]);
      expect(answer).not.toContain('nothing is known to have been covered');
      if (kind === 'pass') expect(answer).toMatch(/<p>No matching detection in 5,10\d passes\.</);
    },
    60_000,
  );

  test('also of AIS', async () => {
    const { gaps } = await textOf({ places: ['Busan'] }, 'ais');
    expect(gaps).toContain(elsewhere(3, 'near Busan'));
    expect(gaps).toContain(unknown('near Busan'));
  });
});

test('marks that reverse text are replaced in HTML and DOCX; those of Arabic names stay', async () => {
  const text = 'From \u202ecod\u2066.exe سفينة\u200f';
  const report: ReportDocument = {
    ...{ title: text, marking: text, logo: null, facts: [{ name: 'Name', value: text }] },
    answer: { statements: [text], certainty: [text], gaps: [text] },
    sections: [
      {
        heading: text,
        blocks: [
          { kind: 'paragraph', text },
          { kind: 'list', items: [text] },
          { kind: 'table', caption: text, columns: [text], rows: [[text]] },
          { ...{ kind: 'chart', caption: text, label: text, unit: text }, bars: [{ label: text, value: 1 }] },
        ],
      },
    ],
  };
  const html = [...renderHtml(report)].join('');
  // As CSS writes it, in the margins of printed pages.
  expect(html).not.toMatch(/\\20(2[a-e]|6[6-9])/);
  const xml = strFromU8(unzipSync(await renderDocx(report))['word/document.xml'] ?? new Uint8Array());
  for (const rendered of [html, xml]) {
    expect(rendered).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(rendered.split('From \ufffdcod\ufffd.exe سفينة\u200f').length).toBeGreaterThan(10);
  }
});

test('a long word of a marking is broken between letters only', () => {
  const marking = 'ห้ามเผยแพร่แก่บุคคลภายนอกโดยเด็ดขาดทุกกรณีที่นี่';
  const html = [
    ...renderHtml({
      title: 'A',
      marking,
      logo: null,
      facts: [],
      answer: { statements: [], certainty: [], gaps: [] },
      sections: [],
    }),
  ].join('');
  const printed = /@top-center \{ content: "([^"]*)"/.exec(html)?.[1] ?? '';
  const shown = printed.replace(/\\([0-9a-f]+) /g, (_match, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
  expect(shown.replaceAll('\u200b', '')).toBe(marking);
  expect(shown.match(/\u200b/g)?.length).toBeGreaterThan(2);
  expect(shown).not.toMatch(/\u200b\p{M}/u);
});

test('detections without a pass are not counted in passes', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [buildRecord({ sensors: [], features: [buildFeature()] })]);
  const html = (await report(workspace, 'report-html', { kind: 'all' }, '')).toString();
  expect(html).toContain('1 detection cannot be traced to a pass.');
  expect(html).not.toContain('in 0 passes');
});

test('a report of nothing states what is not covered, not that there is nothing', async () => {
  const html = (await report(await openTestWorkspace(), 'report-html', { kind: 'all' }, '')).toString();
  expect(html).toContain('nothing is known to have been covered');
  expect(html).not.toContain('class="marking"');
});

describe('a template', () => {
  const template: ReportTemplate = {
    id: '00000000-0000-4000-9000-000000000002',
    name: `Daily ${hostile}`,
    title: '{detections} of {passes} on {date}: {conditions}',
    sections: ['evidence', 'map', 'detections'],
    properties: ['lengthMeters', 'driftCourse', 'gone & <lost>'],
    logo: Buffer.from(buildPng(40, 20)).toString('base64'),
  };
  const templatesOf = (workspace: Workspace) => apiOf(workspace).api.exchange;
  const preview = async (workspace: Workspace, options: Partial<ReportOptions>, map?: ReportMap) => {
    const { exports } = beginExports(workspace, { cacheFolder: await makeTempFolder() });
    return exports.previewReport({
      scope: exportScopeSchema.parse(longOnes),
      options: exportOptionsSchema.parse({ format: 'report-docx', report: options }),
      reportMap: map,
    });
  };

  test('orders sections, fills its title, adds columns and a logo, and names a property that is gone', async () => {
    const workspace = await workspaceOfPasses();
    valued(await templatesOf(workspace).saveReportTemplate(template));
    const map = { png: Buffer.from(buildPng(30, 10)).toString('base64'), caption: 'The map & <b>' };
    const html = valued(await preview(workspace, { template: template.name }, map));
    const headings = [...html.matchAll(/<h2>([^<]*)</g)].map(([, heading]) => heading);
    expect(headings).toEqual([
      'How sure',
      'What is not covered',
      'Evidence',
      'Map',
      expect.stringMatching(/^2026-11-18 03:00:00/),
    ]);
    expect(html).toMatch(/<h1>2 detections of 3 passes on \d{4}-\d\d-\d\d: .*80/);
    expect(html).toContain('<th scope="col">lengthMeters</th>');
    expect(html).toContain(
      '<td class="short">250 m</td><td class="short">087°</td><td class="short">not stated</td>',
    );
    expect(html).toContain(
      'The template names the property “gone &amp; &lt;lost&gt;”, which none of these detections has.',
    );
    expect(html).toContain('<figcaption>The map &amp; &lt;b&gt;</figcaption>');
    expect(html.match(/<img /g)).toHaveLength(2);
    expect(html).toContain('class="logo"');
    // By its id, and one that is not stored, the same but for the time.
    const withoutTime = (text: string) => text.replace(/<dt>Made<\/dt><dd>[^<]*/, '');
    for (const other of [template.id, { ...template, name: 'Not stored' }])
      expect(withoutTime(valued(await preview(workspace, { template: other }, map)))).toBe(withoutTime(html));
    expect(await preview(workspace, { template: 'Weekly' })).toMatchObject({
      ok: false,
      failure: { message: expect.stringContaining('The workspace has no template “Weekly”.') },
    });
  });

  test('has the name of the workspace, or of its file', async () => {
    const workspace = await workspaceOfPasses();
    const own = path.parse(workspace.path).name;
    expect(valued(await preview(workspace, {}))).toContain(`<dt>Workspace</dt><dd>${own}</dd>`);
    await workspace.saveSetting(workspaceNameKey, 'Busan & <b>');
    const html = valued(await preview(workspace, { title: 'Of {workspace}' }));
    expect(html).toContain('<dt>Workspace</dt><dd>Busan &amp; &lt;b&gt;</dd>');
    expect(html).toContain('<h1>Of Busan &amp; &lt;b&gt;</h1>');
  });

  test('with a map is honest about a report that was made without a window', async () => {
    const html = valued(await preview(await workspaceOfPasses(), {}));
    expect(html).toContain('There is no map: only a window of the app can draw it');
    expect(html).not.toContain('<h2>Map<');
  });

  test('has a logo that is an image of a bounded size, and a name of its own', async () => {
    const templates = templatesOf(await workspaceOfPasses());
    const bomb = Buffer.from(buildPng(8, 8));
    bomb.writeUInt32BE(60_000, 16);
    bomb.writeUInt32BE(60_000, 20);
    const save = (more: Partial<ReportTemplate>) => templates.saveReportTemplate({ ...template, ...more });
    expect(await save({ logo: bomb.toString('base64') })).toMatchObject({
      failure: {
        message: 'The logo cannot be used: the PNG image has 60000 × 60000 pixels, more than 4096 × 4096.',
      },
    });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    // A GIF of several images, and the start of a JPEG with an Adobe marker, as of CMYK.
    for (const bytes of [svg, 'GIF89a\u0001\u0000\u0001\u0000', '\u00ff\u00d8\u00ff\u00ee\u0000\u000eAdobe'])
      expect(await save({ logo: Buffer.from(bytes, 'latin1').toString('base64') })).toMatchObject({
        failure: { message: 'The logo cannot be used: the image is not a PNG.' },
      });
    expect(reportTemplateSchema.safeParse({ ...template, logo: 'A'.repeat(1_400_000) }).success).toBe(false);
    valued(await save({}));
    expect(await save({ id: '00000000-0000-4000-9000-000000000003' })).toMatchObject({ ok: false });
    valued(await save({ name: 'Weekly' }));
    expect(valued(await templates.reportTemplates()).map(({ name }) => name)).toEqual(['Weekly']);
    valued(await templates.removeReportTemplate(template.id));
    expect(valued(await templates.reportTemplates())).toEqual([]);
  });

  test('that was stored with an unpaired brace is listed, corrected and removed, and its title is refused', async () => {
    const workspace = await workspaceOfPasses();
    const stored = { ...template, title: 'Ships on {date' };
    await workspace.saveSetting('reports.templates', JSON.stringify([stored]));
    const templates = templatesOf(workspace);
    expect(valued(await templates.reportTemplates())).toEqual([stored]);
    for (const chosen of [stored.id, stored.name])
      expect(await preview(workspace, { template: chosen })).toMatchObject({
        ok: false,
        failure: {
          message:
            'The title of the template cannot be used: A brace in a title is not part of a pair. Use {workspace}, {date}, {detections}, {passes}, {conditions}.',
        },
      });
    const titled = valued(await preview(workspace, { template: stored.id, title: 'Of one report' }));
    expect(titled).toContain('<h1>Of one report</h1>');
    valued(await templates.saveReportTemplate({ ...stored, title: 'Ships on {date}' }));
    expect(valued(await preview(workspace, { template: stored.id }))).toMatch(/<h1>Ships on \d{4}-/);
    await workspace.saveSetting('reports.templates', JSON.stringify([stored]));
    valued(await templates.removeReportTemplate(stored.id));
    expect(valued(await templates.reportTemplates())).toEqual([]);
  });

  test('has a title with known placeholders only', () => {
    const problem = reportTemplateSchema.safeParse({ ...template, title: 'Of {ships} at {date}' }).error;
    expect(problem?.issues.map(({ message }) => message)).toEqual([
      '{ships} is not known in a title. Use {workspace}, {date}, {detections}, {passes}, {conditions}.',
    ]);
  });

  test.each([
    ['{ships}', ['{ships} is not known in a title.']],
    ['{}', ['{} is not known in a title.']],
    ['{Date}', ['{Date} is not known in a title.']],
    ['On {date', ['A brace in a title is not part of a pair.']],
    ['On date}', ['A brace in a title is not part of a pair.']],
    ['{{date}}', ['A brace in a title is not part of a pair.']],
    ['{date{workspace}}', ['A brace in a title is not part of a pair.']],
    ['{a}{', ['{a} is not known in a title.', 'A brace in a title is not part of a pair.']],
    ['{date} {date} {conditions}', []],
    ['$& $1 \\', []],
  ])('and a report refuse the title %s alike', (title, problems) => {
    const known = 'Use {workspace}, {date}, {detections}, {passes}, {conditions}.';
    const refusals = [
      reportTemplateSchema.safeParse({ ...template, title }),
      exportOptionsSchema.safeParse({ format: 'report-html', report: { title } }),
    ].map(({ error }) => error?.issues.map(({ message }) => message) ?? []);
    const expected = problems.map((problem) => `${problem} ${known}`);
    expect(refusals).toEqual([expected, expected]);
  });
});

test('detections chosen one by one are reported without passes that have none of them', async () => {
  const html = (await report(await workspaceOfPasses(), 'report-html', { kind: 'ids', ids: [3] })).toString();
  expect(html).toContain('1 pass by time of collection');
  expect(html).toContain('Passes without one of these detections are not listed.');
});

test.each(
  (['report-html', 'report-docx'] as const).flatMap(
    (format) =>
      [
        { format, kind: 'pass', chips: 'cached', missing: 3 },
        { format, kind: 'detection', chips: 'cached', missing: 3 },
        { format, kind: 'pass', chips: 'none', missing: 0 },
        { format, kind: 'ais', chips: 'cached', missing: 0 },
      ] as const,
  ),
)('$kind as $format with $chips chips warns of $missing that are not in the file', async (row) => {
  const { format, kind, chips, missing } = row;
  const { job } = await exportTo(await workspaceOfPasses(), 'r', {
    ...{ format, chips, scope: { kind: 'all' } },
    report: { ...standardReport, kind },
  });
  expect(job.warnings).toEqual(
    missing > 0 ? [`${missing} chips are not in the cache and not in the file.`] : [],
  );
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
      [...inner.matchAll(cell)].map(([, content = '']) =>
        decode(content.replace(/<[^>]*>/g, '').replaceAll('█', '')),
      ),
    );
  const cells = rows(html, /<tr>(.*?)<\/tr>/gs, /<t[hd][^>]*>(.*?)<\/t[hd]>/gs);
  expect(rows(xml, /<w:tr>(.*?)<\/w:tr>/gs, /<w:tc>(.*?)<\/w:tc>/gs)).toEqual(cells);
  expect(cells.length).toBeGreaterThan(8);
  const names = Object.keys(entries).filter((name) => /^word\/(header|footer)\d*\.xml$/.test(name));
  for (const name of names) expect(strFromU8(entries[name] ?? new Uint8Array())).toContain('سفينة 🚢');
  expect(names).toHaveLength(2);
  expect(Object.keys(entries).filter((name) => name.startsWith('word/media/'))).toHaveLength(1);
});

test.each(['report-html', 'report-docx'] as const)(
  'a report of 5,000 chips (%s) shows those that fit, and counts the others first',
  { timeout: 180_000 },
  async (format) => {
    const workspace = await openTestWorkspace();
    const cacheFolder = await makeTempFolder();
    // Noise, which packs to its own size.
    const noise = encode({ width: 40, height: 40, channels: 3, data: new Uint8Array(randomBytes(4800)) });
    const identifiers = Array.from({ length: 5000 }, (_, index) => `${index}`);
    await cacheChips(
      cacheFolder,
      identifiers.map((chip) => [chip, noise]),
    );
    const features = identifiers.map((chip) => buildFeature({ properties: { sarChipIdentifier: chip } }));
    await fillWorkspace(workspace, [buildRecord({ features })]);
    const { start, ended } = beginExports(workspace, { cacheFolder });
    const target = path.join(await makeTempFolder(), 'report');
    const job = await ended((await start({ kind: 'all' }, target, { format, chips: 'cached' })).id);
    expect(job.state, job.failure?.message).toBe('complete');
    const written = readFileSync(target);
    const fitting = Math.floor(8_500_000 / noise.length);
    const leftOut = `${(5000 - fitting).toLocaleString('en-US')} image chips left out, since the document would be too large.`;
    if (format === 'report-html') {
      const html = written.toString();
      expect(html).toContain(leftOut);
      expect(html.match(/<img /g)).toHaveLength(fitting);
      expect(written.length).toBeLessThan(14_500_000);
    } else {
      const entries = unzipSync(written, { filter: ({ name }) => name === 'word/document.xml' });
      expect(strFromU8(entries['word/document.xml'] ?? new Uint8Array())).toContain(leftOut);
    }
  },
);

test('a report with the chips of 200 detections, a map and a logo stays below 12 MB, however large they are', async () => {
  const workspace = await openTestWorkspace();
  const cacheFolder = await makeTempFolder();
  const noise = (width: number) =>
    encode({ width, height: width, channels: 3, data: new Uint8Array(randomBytes(3 * width * width)) });
  const identifiers = Array.from({ length: 200 }, (_, index) => `${index}`);
  await cacheChips(
    cacheFolder,
    identifiers.map((chip) => [chip, noise(140)]),
  );
  const features = identifiers.map((chip) => buildFeature({ properties: { sarChipIdentifier: chip } }));
  await fillWorkspace(workspace, [buildRecord({ features })]);
  const { exports } = beginExports(workspace, { cacheFolder });
  const template = {
    ...{ id: '00000000-0000-4000-9000-000000000002', name: 'Own', title: '', properties: [] },
    ...{ sections: reportSections, logo: Buffer.from(noise(500)).toString('base64') },
  };
  const html = valued(
    await exports.previewReport({
      scope: exportScopeSchema.parse({ kind: 'all' }),
      options: exportOptionsSchema.parse({
        ...{ format: 'report-html', chips: 'cached' },
        report: { template },
      }),
      reportMap: { png: Buffer.from(noise(1000)).toString('base64'), caption: 'The map' },
    }),
  );
  expect(Buffer.byteLength(html)).toBeLessThan(12_000_000);
  const shown = (html.match(/alt="Image chip/g) ?? []).length;
  expect(shown).toBeGreaterThan(50);
  expect(html).toContain(`${200 - shown} image chips left out, since the document would be too large.`);
});

test.each([
  [4, 400],
  [400, 4],
])(
  'a chip of %i × %i pixels is neither stretched nor longer than a part of the page',
  async (width, height) => {
    const document: ReportDocument = {
      ...{ title: 'Chips', marking: '', logo: null, facts: [] },
      answer: { statements: [], certainty: [], gaps: [] },
      sections: [
        {
          heading: 'One',
          blocks: [
            {
              ...{ kind: 'table', caption: 'Chips', columns: ['Chip'] },
              rows: [[{ png: buildPng(width, height), width, height, alternative: 'Chip', caption: '' }]],
            },
          ],
        },
      ],
    };
    const xml = strFromU8(unzipSync(await renderDocx(document))['word/document.xml'] ?? new Uint8Array());
    const [, cx, cy] = /<wp:extent cx="(\d+)" cy="(\d+)"/.exec(xml) ?? [];
    // EMU of 1/9,525 pixel.
    const [shownWidth, shownHeight] = [Number(cx) / 9525, Number(cy) / 9525];
    expect(shownWidth).toBeLessThanOrEqual(84);
    expect(shownHeight).toBeLessThanOrEqual(84);
    expect(Math.abs(shownWidth / shownHeight - width / height)).toBeLessThan(width / height / 2);
  },
);

test('names in Arabic, with emoji and of 300 letters are whole in HTML and DOCX, and bounded in file names', async () => {
  const long = 'سفينة 🚢 & <b>"'.padEnd(300, 'ش');
  const workspace = await workspaceOfPasses();
  const html = (await report(workspace, 'report-html', longOnes, long)).toString();
  const escaped = long.replace('&', '&amp;').replace('<b>', '&lt;b&gt;').replace('"', '&quot;');
  expect(html.split(escaped)).toHaveLength(3);
  const entries = unzipSync(await report(workspace, 'report-docx', longOnes, long));
  for (const name of Object.keys(entries).filter((entry) => /^word\/(header|footer)\d*\.xml$/.test(entry)))
    expect(decode(strFromU8(entries[name] ?? new Uint8Array()))).toContain(long);
  expect(Buffer.byteLength(markFileName('report.html', long))).toBeLessThan(200);
});

test('a report of more than 5,000 detections is refused with what to do', async () => {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, [
    buildRecord({ features: Array.from({ length: 5001 }, () => buildFeature()) }),
  ]);
  const refusal =
    'A report lists at most 5,000 detections, and there are more. Add conditions to the filter.';
  const { exports, start, jobs } = beginExports(workspace);
  const out = path.join(await makeTempFolder(), 'report.html');
  await expect(start({ kind: 'all' }, out, { format: 'report-html' })).rejects.toThrow(refusal);
  expect(jobs.list()).toEqual([]);
  const request = exportRequestSchema.parse({ scope: { kind: 'all' }, options: { format: 'report-html' } });
  expect(await exports.previewReport(request)).toMatchObject({
    failure: { code: 'too-large', message: refusal },
  });
  const { code, notes, summary } = await exportByCli({ workspace: workspace.path, out });
  expect(code).toBe(1);
  expect(summary).toMatchObject({ state: 'failed', code: 'too-large' });
  // Stated once.
  expect(notes.split('\n').filter((line) => line !== '')).toEqual([refusal]);

  // An AIS report is of the detections in images with a file: here of none.
  const ais = { format: 'report-html', report: { ...standardReport, kind: 'ais' } } as const;
  const written = await start({ kind: 'all' }, path.join(await makeTempFolder(), 'ais.html'), ais);
  expect(written.export?.written).toBe(0);
});

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
