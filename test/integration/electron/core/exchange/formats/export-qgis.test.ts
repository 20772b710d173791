import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import type { FieldColors } from '../../../../../../shared/exchange/export-request.ts';
import { analyticSymbol } from '../../../../../../shared/results/analytic-symbol.ts';
import { toFieldList } from '../../../../../../shared/results/field-list.ts';
import { valueColors } from '../../../../../../shared/results/value-colors.ts';
import { beginExports, exportTo } from '../../../../../builders/export-builder.ts';
import { valued } from '../../../../../builders/fetch-core.ts';
import { findQgis, openInQgis } from '../../../../../builders/open-in-qgis.ts';
import { rectangle } from '../../../../../builders/positions.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../../builders/record-builder.ts';
import { reviewsOf } from '../../../../../builders/review-builder.ts';
import {
  buildFetch,
  buildFetchedPage,
  fillWorkspace,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

const square = (longitude: number) => rectangle(longitude, 31, longitude + 0.1, 31.1);

describe.skipIf(!findQgis('QGIS does not open exports'))('QGIS opens a GeoPackage', () => {
  test('in the shapes and colors of the map, with titles and times', async () => {
    const workspace = await openTestWorkspace();
    const analytics = ['LargeVesselDetection', 'AircraftDetection', 'A "new" <one> & more'];
    await fillWorkspace(workspace, [
      ...analytics.map((analytic, index) =>
        buildRecord({
          analytic,
          features: [
            buildFeature({
              geometry: { type: 'Point', coordinates: [121 + index / 10, 31.3] },
              properties: { heading: 90 },
            }),
          ],
        }),
      ),
      buildRecord({ analytic: 'ChangeDetection', features: [buildFeature({ geometry: square(121.5) })] }),
    ]);
    const { folder } = await exportTo(workspace, 'ships.gpkg', {
      format: 'gpkg',
      footprints: true,
      reviews: true,
    });

    const { layers, pixels } = await openInQgis(folder, 'ships.gpkg');

    // Only the copy gets styles.
    const file = new DatabaseSync(workspace.path, { readOnly: true });
    expect(file.prepare("SELECT name FROM sqlite_schema WHERE name = 'layer_styles'").all()).toEqual([]);
    file.close();
    expect(layers.map(({ name, valid, features }) => [name, valid, features])).toEqual([
      ['detections', true, 3],
      ['detection_areas', true, 1],
      ['footprints', true, 1],
    ]);
    const [detections, areas, footprints] = layers;
    expect(detections).toMatchObject({
      renderer: 'categorizedSymbol',
      time: 'collected_at',
      styles: 2,
      aliases: { incidence_angle: 'Incidence angle (°)', collected_at: 'Collected (UTC)' },
    });
    expect(detections?.aliases).not.toHaveProperty('heading');
    for (const analytic of analytics) {
      expect(detections?.categories?.[analytic]?.color).toBe(analyticSymbol(analytic).light);
      expect(detections?.categories?.[analytic]?.layers).toEqual(['SvgMarker', 'SimpleMarker']);
    }
    expect(detections?.categories?.LargeVesselDetection?.label).toBe('Large vessel');
    expect(areas?.categories?.ChangeDetection).toMatchObject({
      color: analyticSymbol('ChangeDetection').light,
      layers: ['SimpleFill'],
    });
    expect(footprints).toMatchObject({
      renderer: 'singleSymbol',
      time: 'collected_at',
      symbol: { color: '#5b4bc4', layers: ['SimpleFill'] },
    });
    expect(pixels[analyticSymbol('AircraftDetection').light]).toBeGreaterThan(10);
    expect(pixels[analyticSymbol('ChangeDetection').light]).toBeGreaterThan(0);
  });

  const vessel = analyticSymbol('LargeVesselDetection').light;

  async function workspaceOfVessels(...properties: readonly Record<string, unknown>[]): Promise<Workspace> {
    const workspace = await openTestWorkspace();
    const features = properties.map((own, index) =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [121.2 + index / 5, 31.2 + index / 10] },
        properties: own,
      }),
    );
    await fillWorkspace(workspace, [buildRecord({ analytic: 'LargeVesselDetection', features })]);
    return workspace;
  }

  async function pixelsOf(workspace: Workspace): Promise<Readonly<Record<string, number>>> {
    const { folder } = await exportTo(workspace, 'ships.gpkg', {
      format: 'gpkg',
      footprints: true,
      reviews: true,
    });
    return (await openInQgis(folder, 'ships.gpkg')).pixels;
  }

  test('with rejected detections pale and flagged ones in a ring', async () => {
    const workspace = await workspaceOfVessels({ heading: 90 }, { heading: 0 });
    const before = await pixelsOf(workspace);
    const { reviews } = reviewsOf(workspace);

    valued(await reviews.set({ ids: [1], change: { verdict: 'rejected' } }));
    valued(await reviews.set({ ids: [2], change: { flagged: true } }));
    const after = await pixelsOf(workspace);

    expect(after[vessel]).toBeGreaterThan(20);
    expect(after[vessel]).toBeLessThan((before[vessel] ?? 0) * 0.75);
    expect(before['#855500'] ?? 0).toBe(0);
    expect(after['#855500']).toBeGreaterThan(5);
  });

  test('with a disc, smaller than a hull, where the heading is unknown', async () => {
    const pointed = await pixelsOf(await workspaceOfVessels({ heading: 0 }, { heading: 180 }));
    const mixed = await pixelsOf(await workspaceOfVessels({ heading: 0 }, {}));
    const none = await pixelsOf(await workspaceOfVessels({}, {}));

    expect(pointed[vessel]).toBeGreaterThan((mixed[vessel] ?? 0) * 1.2);
    expect(mixed[vessel]).toBeGreaterThan((none[vessel] ?? 0) * 1.2);
  });

  /** Points in a row: two of HH, one of VV, one without polarization, and one of which it was not fetched. */
  async function workspaceOfImages(): Promise<Workspace> {
    const workspace = await openTestWorkspace();
    const feature = (index: number) =>
      buildFeature({
        geometry: { type: 'Point', coordinates: [121 + index / 5, 31] },
        properties: { size: 100 * (index + 1) },
      });
    const images = [
      { polarization: 'HH', incidenceAngle: 20 },
      { polarization: 'HH', incidenceAngle: 30 },
      { polarization: 'VV', incidenceAngle: 40 },
      { polarization: null, incidenceAngle: null },
    ];
    await fillWorkspace(
      workspace,
      images.map((image, index) =>
        buildRecord({
          analytic: 'LargeVesselDetection',
          sensors: [image],
          features: [feature(index)],
        }),
      ),
    );
    const fetch = buildFetch();
    await workspace.saveFetch(fetch);
    const { features } = buildRecord({ features: [feature(4)] }).content as { features: readonly unknown[] };
    const page = buildFetchedPage(fetch, [{ assignedId: buildUuid(), content: { features } }]);
    expect(
      await workspace.ingestPage({ ...page, fields: toFieldList(['content.features.properties']) }),
    ).toMatchObject({ ok: true });
    return workspace;
  }

  async function exportColored(colors: FieldColors) {
    const workspace = await workspaceOfImages();
    const { start, ended } = beginExports(workspace);
    const folder = await makeTempFolder();
    const view = {
      box: [120.9, 30.5, 121.9, 31.5] as const,
      background: 'dark' as const,
      basemaps: [],
      colors,
    };
    const targets = {
      detections: { path: path.join(folder, 'ships.gpkg') },
      qgisProject: { path: path.join(folder, 'ships.qgz') },
    };
    const job = await ended(
      (await start({ kind: 'all' }, targets, { format: 'gpkg', qgisProject: true }, view)).id,
    );
    return { job, ...(await openInQgis(folder, 'ships.qgz')) };
  }

  const occurrences = { hasOther: true, hasAbsent: true, hasNotFetched: true };
  const { categories: categoryColors, ramp, other, absent, notFetched } = valueColors.dark;

  test('in the colors of a field, with what has no value apart from what was not fetched', async () => {
    const scale = { kind: 'categories', names: ['HH'], ...occurrences } as const;
    const { job, layers, pixels } = await exportColored({ field: 'polarization', scale });

    expect(job.warnings).toEqual([]);
    expect(layers.map(({ name, valid }) => [name, valid])).toEqual([['Detections by Polarization', true]]);
    const classes = Object.values(layers[0]?.categories ?? {});
    expect(classes.map(({ label, color }) => [label, color])).toEqual([
      ['HH', categoryColors[0]],
      ['No value', absent],
      ['Not fetched', notFetched],
      ['Other', other],
    ]);
    const areas = [categoryColors[0], absent, notFetched, other].map((color) => pixels[color] ?? 0);
    expect(Math.min(...areas)).toBeGreaterThan(5);
    expect(areas[0]).toBeGreaterThan(1.5 * (areas[3] ?? 0));
    expect(pixels[analyticSymbol('LargeVesselDetection').dark] ?? 0).toBe(0);
  });

  test.each([
    { field: 'incidence', low: 20, high: 40, title: 'Incidence angle (°)', isMissing: true },
    { field: 'property:size', low: 100, high: 500, title: 'Size', isMissing: false },
  ] as const)('in the colors of a ramp of $field', async ({ field, low, high, title, isMissing }) => {
    const scale = { kind: 'ramp', low, high, ...occurrences } as const;
    const { layers, pixels } = await exportColored({ field, scale });

    expect(layers[0]?.name).toBe(`Detections by ${title}`);
    for (const color of ramp) expect(pixels[color], color).toBeGreaterThan(5);
    expect([absent, notFetched].map((color) => (pixels[color] ?? 0) > 5)).toEqual([isMissing, isMissing]);
  });

  test('in the colors of the analytics, and reports it, where the file has no column of the field', async () => {
    const scale = { kind: 'categories', names: ['Busan'], ...occurrences } as const;
    const { job, layers, pixels } = await exportColored({ field: 'place', scale });

    expect(job.warnings).toEqual([expect.stringMatching(/colors of their analytic, not by Place/)]);
    expect(layers[0]?.name).toBe('Detections');
    expect(pixels[analyticSymbol('LargeVesselDetection').dark]).toBeGreaterThan(5);
  });

  test('in a project with the view, groups, filter, colors and basemaps of the map', async () => {
    const workspace = await workspaceOfVessels({ heading: 90 }, { heading: 0 });
    const xyz = {
      kind: 'xyz' as const,
      address: 'https://{a-c}.tiles.example/world/{z}/{x}/{y}.png',
      attribution: '© Tiles & Co.',
      opacity: 1,
      minZoom: 0,
      maxZoom: 12,
      tileSize: 256 as const,
    };
    const [plain, keyed] = [buildUuid(), buildUuid()];
    const sources = [
      { ...xyz, id: plain, name: 'World <tiles>' },
      { ...xyz, id: keyed, name: 'Keyed', address: `${xyz.address}?api_key=abc` },
      { ...xyz, id: buildUuid(), name: 'Hidden' },
    ];
    const { start, ended } = beginExports(workspace, {}, sources);
    const folder = await makeTempFolder();
    const targets = {
      detections: { path: path.join(folder, 'ships of "Busan".gpkg') },
      qgisProject: { path: path.join(folder, 'ships of "Busan".qgz') },
    };
    const job = await ended(
      (
        await start(
          { kind: 'filter', filter: { expression: 'heading < 45', analytics: ['LargeVesselDetection'] } },
          targets,
          { format: 'gpkg', footprints: true, qgisProject: true },
          {
            box: [121, 31, 122, 32],
            background: 'dark',
            basemaps: [
              { id: keyed, opacity: 1 },
              { id: plain, opacity: 0.5 },
            ],
          },
        )
      ).id,
    );
    expect(job.warnings).toEqual([
      expect.stringMatching(/does not show the basemap “Keyed”: its address may contain a key/),
    ]);
    expect(execFileSync('unzip', ['-p', targets.qgisProject.path], { encoding: 'utf8' })).not.toMatch(
      /api_key|sightline-test|\/tmp\//,
    );

    const { project, layers, pixels } = await openInQgis(folder, 'ships of "Busan".qgz');

    const groups = {
      'Detections, filtered': ['Detections'],
      Images: ['Footprints'],
      Basemap: ['World <tiles>'],
    };
    expect(project).toMatchObject({
      loaded: true,
      crs: 'EPSG:3857',
      canvas: '#0c1722',
      absolute: false,
      groups,
    });
    expect(Object.keys(project?.groups ?? {})).toEqual(Object.keys(groups));
    const box = [13_469_658, 3_632_749, 13_580_978, 3_763_311];
    expect(project?.extent.map(Math.round)).toEqual(box);
    expect(project?.window.map(Math.round)).toEqual(box);
    expect(layers.map(({ name, valid, abstract }) => [name, valid, abstract])).toEqual([
      ['Detections', true, 'heading < 45°\nLarge vessel'],
      ['Footprints', true, 'heading < 45°\nLarge vessel'],
      ['World <tiles>', true, ''],
    ]);
    const [detections, , tiles] = layers;
    expect(detections).toMatchObject({ features: 1, renderer: 'categorizedSymbol', time: 'collected_at' });
    expect(detections?.categories?.LargeVesselDetection?.color).toBe(
      analyticSymbol('LargeVesselDetection').dark,
    );
    expect(tiles).toMatchObject({ opacity: 0.5, rights: ['© Tiles & Co.'] });
    expect(pixels[analyticSymbol('LargeVesselDetection').dark]).toBeGreaterThan(5);
  });
});
