import { execFileSync, spawnSync } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '../../../../../../electron/core/workspace/workspace.ts';
import { analyticSymbol } from '../../../../../../shared/results/analytic-symbol.ts';
import { beginExports, exportTo } from '../../../../../builders/export-builder.ts';
import { valued } from '../../../../../builders/fetch-core.ts';
import { buildFeature, buildRecord, buildUuid } from '../../../../../builders/record-builder.ts';
import { reviewsOf } from '../../../../../builders/review-builder.ts';
import {
  fillWorkspace,
  makeTempFolder,
  openTestWorkspace,
} from '../../../../../builders/workspace-builder.ts';

const script = path.resolve(import.meta.dirname, '../../../../../builders/qgis-report.py');
const python = '/usr/bin/python3';
const hasQgis = spawnSync(python, ['-c', 'import qgis.core'], { stdio: 'ignore' }).status === 0;
if (!hasQgis)
  process.stderr.write(
    'Skipped: QGIS does not open exports, as python3-qgis is not installed (Debian: apt-get install python3-qgis).\n',
  );

type QgisSymbol = { readonly color: string; readonly layers: readonly string[] };
type QgisLayer = {
  readonly name: string;
  readonly valid: boolean;
  readonly features: number;
  readonly renderer: string;
  readonly aliases: Readonly<Record<string, string>>;
  readonly time: string | null;
  /** How many styles the file has for it. */
  readonly styles: number;
  readonly categories?: Readonly<Record<string, QgisSymbol & { readonly label: string }>>;
  readonly symbol?: QgisSymbol;
  /** Of a raster layer. */
  readonly opacity?: number;
  readonly rights?: readonly string[];
};
type QgisProject = {
  readonly loaded: boolean;
  readonly crs: string;
  readonly canvas: string;
  readonly extent: readonly number[];
  /** The extent of the map window. */
  readonly window: readonly number[];
  /** Layers by group, from top to bottom. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly absolute: boolean;
};

/** What QGIS shows of a file, once its folder has been moved. */
async function openInQgis(
  folder: string,
  name: string,
): Promise<{
  readonly project: QgisProject | null;
  readonly layers: readonly QgisLayer[];
  /** How many of the map's 400 × 400 pixels have a color. */
  readonly pixels: Readonly<Record<string, number>>;
}> {
  const moved = path.join(await makeTempFolder(), 'moved here');
  await cp(folder, moved, { recursive: true });
  await rm(folder, { recursive: true });
  const text = execFileSync(python, [script, path.join(moved, name), path.join(moved, 'map.png')], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return JSON.parse(text);
}

const square = (longitude: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [longitude, 31],
      [longitude + 0.1, 31],
      [longitude + 0.1, 31.1],
      [longitude, 31.1],
      [longitude, 31],
    ],
  ],
});

describe.skipIf(!hasQgis)('QGIS opens a GeoPackage', () => {
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
    expect(footprints).toMatchObject({ renderer: 'singleSymbol', time: 'collected_at' });
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
    expect(job.warnings).toEqual([expect.stringMatching(/does not show the basemap “Keyed”/)]);
    expect(execFileSync('unzip', ['-p', targets.qgisProject.path], { encoding: 'utf8' })).not.toMatch(
      /api_key|sightline-test|\/tmp\//,
    );

    const { project, layers, pixels } = await openInQgis(folder, 'ships of "Busan".qgz');

    const groups = {
      'Detections: heading < 45 · Large vessel': ['Detections'],
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
    expect(layers.map(({ name, valid }) => [name, valid])).toEqual([
      ['Detections', true],
      ['Footprints', true],
      ['World <tiles>', true],
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
