import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { areaRegion } from '../../../../shared/areas/area-region.ts';
import { exportOptionsSchema, exportScopeSchema } from '../../../../shared/exchange/export-request.ts';
import { formatQuantity } from '../../../../shared/format.ts';
import { countDistinct } from '../../../../shared/passes/area-pass.ts';
import { defaultTolerance, passGroupings } from '../../../../shared/passes/pass.ts';
import { verdictSchema } from '../../../../shared/review/review.ts';
import { toSiteSeries } from '../../../../shared/sites/site-series.ts';
import { evaluateRule } from '../../../../shared/watch/evaluate-rule.ts';
import { apiOf } from '../../../builders/api-of.ts';
import { beginExports, exportByCli } from '../../../builders/export-builder.ts';
import { valued } from '../../../builders/fetch-core.ts';
import { rectangle } from '../../../builders/positions.ts';
import { buildFeature, buildProcessor, buildRecord } from '../../../builders/record-builder.ts';
import { reviewsOf } from '../../../builders/review-builder.ts';
import { type SeededRandom, seededRandom } from '../../../builders/seeded-random.ts';
import { repetitions } from '../../../builders/test-tier.ts';
import { fillWorkspace, makeTempFolder, openTestWorkspace } from '../../../builders/workspace-builder.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 10, 1, 3);
const analytics = ['SmallVesselDetection', 'LargeVesselDetection', 'SPEX'];
const box = [121.2, 31.1, 121.4, 31.3] as const;
const site = {
  id: '00000000-0000-4000-8000-000000000011',
  name: 'Anchorage',
  shape: {
    kind: 'polygon',
    polygon: { type: 'Polygon', coordinates: rectangle(...box).coordinates as [number, number][][] },
  },
  squareMetres: 1e9,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  site: { minShare: 0.9 },
} as const;

/** A record of up to three analytics and two of six images, whose detections may not name which of them. */
function randomRecord(random: SeededRandom) {
  const named = random.some(analytics);
  const names = named.length > 0 ? named : [random.pick(analytics)];
  const first = random.between(0, 5);
  const images = random.chance(0.6) ? [first, (first + random.between(1, 5)) % 6] : [first];
  return buildRecord({
    processors: names.map((analytic) => buildProcessor({ analytic })),
    sensors: images.map((image) => ({
      sensorName: `S${image % 3}`,
      vendorId: `V${image}`,
      startTimeUTC: new Date(start + Math.floor(image / 2) * day + image * 1000).toISOString(),
      footprint: `POLYGON ((121 31, 122 31, 122 ${31.5 + image / 100}, 121 ${31.5 + image / 100}, 121 31))`,
    })),
    features: Array.from({ length: random.between(0, 6) }, () =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [121.1 + random.next() / 2, 31.1 + random.next() / 4] },
        properties: {
          sensorDataIndex: random.pick([0, 1, [0, 1], null]),
          ...(random.chance(0.3) ? { analytic: random.pick(names) } : {}),
        },
      }),
    ),
  });
}

/** A workspace with reviews and a site, and counts by SQL: each detection with each image that it may be in. */
async function openWorld(random: SeededRandom) {
  const file = path.join(await makeTempFolder(), 'test.gpkg');
  const workspace = await openTestWorkspace(file);
  await fillWorkspace(
    workspace,
    Array.from({ length: 14 }, () => randomRecord(random)),
  );
  await workspace.upsertArea(site);
  const { reviews } = reviewsOf(workspace);
  const some = (ids: Uint32Array) => [...ids].filter(() => random.chance(0.4));
  const reviewed = some(await workspace.matchingIds({}));
  if (reviewed.length > 0)
    await reviews.set({ ids: reviewed, change: { verdict: random.pick(verdictSchema.options) } });
  const sql = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => sql.close());
  const count = (condition: string, ...values: SQLInputValue[]) => {
    const row = sql
      .prepare(
        `SELECT count(DISTINCT d.fid) AS detections,
           count(DISTINCT d.fid) FILTER (WHERE verdict NOT NULL) AS reviewed,
           count(DISTINCT d.record_id) AS records
         FROM detections AS d JOIN sensors AS s
           ON s.record_id = d.record_id AND (d.sensor_id IS NULL OR s.id = d.sensor_id)
         LEFT JOIN reviews ON detection_id = d.fid WHERE ${condition}`,
      )
      .get(...values);
    return {
      detections: Number(row?.detections),
      reviewed: Number(row?.reviewed),
      records: Number(row?.records),
    };
  };
  return { file, workspace, count, filter: { ids: some(await workspace.matchingIds({})) } };
}

const inSite = `longitude BETWEEN ${box[0]} AND ${box[2]} AND latitude BETWEEN ${box[1]} AND ${box[3]}`;
const ofAnalytic = `' + ' || analytic || ' + ' LIKE '% + ' || ? || ' + %'`;
const inIds = 'd.fid IN (SELECT value FROM json_each(?))';
const ofVendors = 'vendor_id IN (SELECT value FROM json_each(?))';

describe.each(Array.from({ length: repetitions(3, 60) }, (_, seed) => seed))('counts of world %d', (seed) => {
  test('of groups, of a site and of findings are of distinct detections, as SQL counts them', async () => {
    const { workspace, count, filter } = await openWorld(seededRandom(seed));
    const { api } = apiOf(workspace);
    const all = count('TRUE');
    expect(valued(await api.results.counts({}))).toMatchObject({ detections: all.detections, records: 14 });
    for (const groupBy of passGroupings) {
      for (const restricted of [{}, filter]) {
        const { rows } = valued(
          await api.passes.page({
            ...{ filter: restricted, groupBy, tolerance: defaultTolerance, collapsed: [] },
            ...{ sort: { field: 'time', order: 'ASC' }, offset: 0, limit: 100 },
          }),
        );
        const headings = rows.flatMap((row, at) => (row.kind === 'group' ? [{ at, group: row.group }] : []));
        for (const { at, group } of headings) {
          const vendors = rows
            .slice(at + 1, at + 1 + group.passes)
            .flatMap((row) => (row.kind === 'pass' ? [row.pass.vendorId] : []));
          const { detections, reviewed } =
            'ids' in restricted
              ? count(`${ofVendors} AND ${inIds}`, JSON.stringify(vendors), JSON.stringify(restricted.ids))
              : count(ofVendors, JSON.stringify(vendors));
          expect(group, `${groupBy} ${group.key}`).toMatchObject({ detections, reviewed });
        }
      }
    }
    for (const by of ['analytic', 'region', 'sensor', 'place', 'verdict', 'day'] as const) {
      const groups = valued(await api.results.groupCounts({ filter: {}, by }));
      expect(
        groups.reduce((sum, group) => sum + group.count, 0),
        by,
      ).toBe(all.detections);
    }

    const areaPasses = valued(await api.sites.looks({ areaId: site.id, filter: {} }));
    const { records: _, ...inside } = count(inSite);
    expect(countDistinct(areaPasses)).toEqual(inside);
    for (const { analytic, passes } of toSiteSeries(areaPasses, {
      minShare: 0.9,
      counted: 'all',
    })) {
      const { detections, reviewed } = count(`${inSite} AND ${ofAnalytic}`, analytic);
      expect(countDistinct(passes), analytic).toEqual({ detections, reviewed });
    }
    for (const row of [1, 2]) {
      const events = evaluateRule(
        {
          id: site.id,
          name: '',
          minShare: 0,
          silences: [],
          condition: { kind: 'count', least: 1, looks: row },
        },
        { kind: 'passes', areaPasses, fetched: new Set() },
        { now: start, conditions: [], areaName: null, known: new Set() },
      );
      for (const { finding } of events) {
        const vendors = finding.evidence.looks.map(({ key }) => String(JSON.parse(key)[2]));
        const { detections } = count(`${inSite} AND ${ofVendors}`, JSON.stringify(vendors));
        expect(finding.evidence.detectionCount).toBe(detections);
      }
    }
    const { entries } = await workspace.coverageLedger({
      areas: [{ name: site.name, region: areaRegion(site.shape) }],
      ranges: [{ from: start - day, to: start + 9 * day }],
      analytics,
    });
    for (const { analytic, detections, records } of entries) {
      expect(detections, analytic).toBe(count(`${inSite} AND ${ofAnalytic}`, analytic).detections);
      expect(new Set(records.map(({ recordId }) => recordId)).size).toBe(records.length);
    }
  });

  test('of reports, exports and the command line are of distinct detections, as SQL counts them', async () => {
    const { file, workspace, count, filter } = await openWorld(seededRandom(1000 + seed));
    const { exports, start: begin, ended } = beginExports(workspace);
    const inside = count(inSite);
    const all = count('TRUE');
    const some = count(inIds, JSON.stringify(filter.ids));
    const expected = { site: inside, pass: all, ais: all, detection: all } as const;
    for (const kind of ['site', 'pass', 'ais', 'detection'] as const) {
      const html = valued(
        await exports.previewReport({
          scope: exportScopeSchema.parse({ kind: 'filter', filter: {} }),
          options: exportOptionsSchema.parse({
            format: 'report-html',
            report: { kind, site: site.id, title: 'Of {detections}.' },
          }),
        }),
      );
      expect(html, kind).toMatch(new RegExp(`Of ${expected[kind].detections} detections?\\.`));
      if (kind === 'site')
        expect(html).toMatch(new RegExp(`${inside.reviewed} of ${inside.detections} detections? reviewed`));
    }
    const folder = await makeTempFolder();
    for (const format of ['passes', 'csv', 'raw-ndjson', 'raw-json'] as const) {
      const job = await begin({ kind: 'all' }, path.join(folder, format), { format });
      const { export: written } = await ended(job.id);
      expect(written, format).toMatchObject({ written: all.detections, total: all.detections });
      const out = path.join(await makeTempFolder(), `of-${format}`);
      const scope = exportScopeSchema.parse({ kind: 'filter', filter });
      const { summary, notes } = await exportByCli({ workspace: file, out, scope }, '--format', format);
      expect(summary, format).toMatchObject({ detections: some.detections });
      expect(notes, format).toContain(`${formatQuantity(some.detections, 'detection')} written.`);
      for (const [, done, of] of notes.matchAll(/([\d,]+) of ([\d,]+) detections?$/gm))
        expect(Number(done), format).toBeLessThanOrEqual(Number(of));
    }
  });
});
