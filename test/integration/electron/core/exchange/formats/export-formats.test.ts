import { execFileSync } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import type { Feature, Geometry, Position } from 'geojson';
import { describe, expect, test } from 'vitest';
import { toRfc7946 } from '../../../../../../electron/core/exchange/geometry/rfc7946-geometry.ts';
import type { Workspace } from '../../../../../../electron/core/workspace/open/workspace.ts';
import type { ExportFormat } from '../../../../../../shared/exchange/export-format.ts';
import { flattenGeometry, type SimpleGeometry } from '../../../../../../shared/geo/flatten-geometry.ts';
import { signedRingArea } from '../../../../../../shared/geo/rings.ts';
import { exportTo } from '../../../../../builders/export-builder.ts';
import { readLayers, whyNoGdal } from '../../../../../builders/gdal-server.ts';
import { readFeatureTexts } from '../../../../../builders/geopackage-gdal.ts';
import {
  hostileProperties,
  hostileRecords,
  variedGeometries,
} from '../../../../../builders/hostile-records.ts';
import { positions } from '../../../../../builders/positions.ts';
import { buildFeature, buildRecord } from '../../../../../builders/record-builder.ts';
import { fillWorkspace, openTestWorkspace } from '../../../../../builders/workspace-builder.ts';

const missing = whyNoGdal();
if (missing !== undefined) process.stderr.write(`Skipped: GDAL does not look at exports, as ${missing}.\n`);

/** Names of the layers that GDAL finds in a file, without the styles for QGIS. */
function layersOf(file: string): readonly string[] {
  const text = execFileSync('ogrinfo', ['-ro', '-so', file], { encoding: 'utf8' });
  return [...text.matchAll(/^\d+: (\S+)/gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'layer_styles');
}

/** All features of all layers as GDAL reads them. */
function readWithGdal(file: string): readonly Feature[] {
  return layersOf(file).flatMap((layer) => {
    const options = [
      '-f',
      'GeoJSON',
      '/vsistdout/',
      file,
      layer,
      '-lco',
      'COORDINATE_PRECISION=18',
      '-lco',
      'SIGNIFICANT_FIGURES=17',
    ];
    const text = execFileSync('ogr2ogr', options, {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return JSON.parse(text).features as Feature[];
  });
}

async function hostileWorkspace(): Promise<Workspace> {
  const workspace = await openTestWorkspace();
  await fillWorkspace(workspace, hostileRecords());
  return workspace;
}

/** One way to write a shape: outlines anticlockwise, beginning at their least vertex; a group of one is that one. */
function canonical(geometry: Geometry | null): unknown {
  const [simple] = geometry ? flattenGeometry(geometry) : [];
  if (!simple) return null;
  const members = geometry?.type === 'GeometryCollection' ? flattenGeometry(geometry) : [simple];
  const kind = simple.type.replace('Multi', '');
  const parts = members.flatMap((member) => partsOf(member));
  return { kind, parts: parts.map((part) => JSON.stringify(part)).sort() };
}

function partsOf(geometry: Geometry): unknown[] {
  switch (geometry.type) {
    case 'Point':
      return [geometry.coordinates];
    case 'MultiPoint':
      return geometry.coordinates;
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
      return geometry.coordinates;
    case 'Polygon':
      return [geometry.coordinates.map(canonicalRing)];
    case 'MultiPolygon':
      return geometry.coordinates.map((polygon) => polygon.map(canonicalRing));
    case 'GeometryCollection':
      throw new Error('Collections are opened before.');
  }
}

/** FlatGeobuf has heights for all features or for none. */
function withoutHeights(geometry: SimpleGeometry): Geometry {
  return JSON.parse(
    JSON.stringify(geometry, (_key, value) =>
      Array.isArray(value) && typeof value[0] === 'number' ? value.slice(0, 2) : value,
    ),
  );
}

function canonicalRing(ring: Position[], index: number): Position[] {
  const wound = signedRingArea(ring) > 0 === (index === 0) ? ring : ring.toReversed();
  const open = wound.slice(0, -1);
  const least = open.reduce((best, position, at) => (String(position) < String(open[best]) ? at : best), 0);
  const turned = [...open.slice(least), ...open.slice(0, least)];
  return [...turned, turned[0] ?? []];
}

/** Names that a format must change, by the name under which GeoJSON has them. */
const renamed: Partial<Record<ExportFormat, Readonly<Record<string, string>>>> = {
  csv: {
    WKT: 'WKT_2',
    name: 'name_2',
    NAME: 'NAME_3',
    'new\nline': 'new_line',
    // GDAL itself leaves out quotes in a header.
    'quote"in"name': 'quoteinname',
    '=cmd()': "'=cmd()",
    // Behind a semicolon, at which some readers begin a cell.
    "it's; DROP TABLE detections; --": "it's; DROP TABLE detections; '--",
  },
  kml: { Name: 'Name_2', name: 'name_3', NAME: 'NAME_4', 'new\nline': 'new_line' },
  gpkg: { fid: 'fid_2', geom: 'geom_2', name: 'name_2', NAME: 'NAME_3', 'new\nline': 'new_line' },
  fgb: { name: 'name_2', NAME: 'NAME_3', 'new\nline': 'new_line' },
};

/** Ours take the names of these. */
const prefixed = new Set(['region', 'confidence', 'detection_id']);

/** The place in its record that names a detection; a shapefile has ten letters for a name. */
function placeOf(properties: Feature['properties']): number {
  return Number(/_at_(\d+)$/.exec(String(properties?.detection_id ?? properties?.detection_))?.[1]);
}

const formulas = new Set(['=cmd()', 'plus', 'minus', 'at', 'tab']);

function expectedCell(format: ExportFormat, name: string, value: unknown): unknown {
  if (value === null) return undefined;
  const text = typeof value === 'object' ? JSON.stringify(value) : value;
  // GDAL itself makes one kind of line break of all in a CSV.
  if (format === 'csv') return `${formulas.has(name) ? "'" : ''}${text}`.replaceAll('\r\n', '\n');
  if (typeof text === 'boolean') return format === 'kml' ? Number(text) : text;
  if (format === 'kml' && typeof text === 'string') {
    return text.replace('\u0007', '\ufffd');
  }
  return text;
}

describe.skipIf(missing !== undefined)('GDAL opens an export', () => {
  const formats = ['geojson', 'geojsonl', 'csv', 'kml', 'gpkg', 'fgb', 'shp'] as const;
  const extension = (format: ExportFormat) => (format === 'shp' ? 'shp.zip' : format);
  const isCut = (format: ExportFormat) => ['geojson', 'geojsonl', 'kml'].includes(format);

  test.each(formats)('as %s, with every geometry', async (format) => {
    const { file, job } = await exportTo(await hostileWorkspace(), `d.${extension(format)}`, { format });
    expect(job.export).toMatchObject({ written: 12, total: 12 });
    const features = readWithGdal(file);
    expect(features).toHaveLength(12);
    const byPlace = new Map(
      features
        .filter(({ properties }) => properties?.analytic === 'SmallVesselDetection')
        .map(({ properties, geometry }) => [placeOf(properties), canonical(geometry)]),
    );
    variedGeometries.forEach((geometry, index) => {
      const [simple] = flattenGeometry(geometry);
      if (!simple) throw new Error('The samples hold no collections.');
      expect(byPlace.get(index), JSON.stringify(geometry)).toEqual(
        canonical(isCut(format) ? toRfc7946(simple) : format === 'fgb' ? withoutHeights(simple) : simple),
      );
    });
  });

  const point: Geometry = { type: 'Point', coordinates: [121, 31] };
  const highPoint: Geometry = { type: 'Point', coordinates: [122, 32, 5] };
  const ring = positions('121 31, 122 31, 122 32, 121 31');
  const area: Geometry = { type: 'Polygon', coordinates: [ring] };
  const highArea: Geometry = { type: 'Polygon', coordinates: [ring.map((position) => [...position, 5])] };

  /** Kinds of geometries, and the tables of a GeoPackage whose geometries may have heights. */
  const dimensions = [
    ['2-D', [point, area], []],
    ['3-D', [highPoint, highArea], ['detections', 'detection_areas']],
    ['mixed', [point, highPoint, area, highArea], ['detections', 'detection_areas']],
    ['points 2-D and areas 3-D', [point, highArea], ['detection_areas']],
    ['points 3-D and areas 2-D', [highPoint, area], ['detections']],
  ] as const;

  const exportGeometries = async (format: ExportFormat, geometries: readonly Geometry[]) => {
    const workspace = await openTestWorkspace();
    const features = geometries.map((geometry) => buildFeature({ geometry }));
    await fillWorkspace(workspace, [buildRecord({ features })]);
    return (await exportTo(workspace, `d.${extension(format)}`, { format })).file;
  };
  const declared3d = async (file: string) =>
    (await readLayers(file)).flatMap(({ name, geometry }) => (geometry.startsWith('3D ') ? name : []));

  test.each(formats)('as %s, with no heights declared for 2-D geometries', async (format) => {
    expect(await declared3d(await exportGeometries(format, [point, area]))).toEqual([]);
  });

  test.each(dimensions)(
    'as gpkg, with heights declared for each table that has one: %s',
    async (_name, geometries, high) => {
      const file = await exportGeometries('gpkg', geometries);
      const database = new DatabaseSync(file, { readOnly: true });
      const rows = database.prepare('SELECT table_name FROM gpkg_geometry_columns WHERE z <> 0').all();
      database.close();
      expect(rows.map(({ table_name }) => table_name)).toEqual(high);
      // GDAL states no dimension for a table of several kinds of geometries.
      expect(await declared3d(file)).toEqual(high.filter((table) => table === 'detections'));
    },
  );

  test('as gpkg with styles, without a warning on any of its layers', async () => {
    const options = { format: 'gpkg', footprints: true, reviews: true } as const;
    const { file } = await exportTo(await hostileWorkspace(), 'd.gpkg', options);
    // Both throw what ogrinfo writes to standard error.
    const names = (await readLayers(file)).map(({ name }) => name);
    expect(names).toEqual(['detections', 'detection_areas', 'footprints', 'layer_styles']);
    for (const name of names) expect(readFeatureTexts(file, name)).not.toBe('');
  });

  test.each(['csv', 'kml', 'gpkg', 'fgb'] as const)('as %s, with every attribute', async (format) => {
    const { file } = await exportTo(await hostileWorkspace(), `d.${format}`, { format });
    const features = readWithGdal(file);
    const first =
      features.find(
        ({ properties }) => placeOf(properties) === 0 && properties?.analytic === 'SmallVesselDetection',
      )?.properties ?? {};
    for (const [name, value] of Object.entries(hostileProperties)) {
      const free = prefixed.has(name) ? `feature_${name}` : name;
      const column = renamed[format]?.[free] ?? free;
      const cell = first[column] ?? undefined;
      const expected = expectedCell(format, name, value);
      // GDAL reads some text as what it looks like: JSON, or a number.
      const read = typeof cell === 'object' && cell !== null ? JSON.stringify(cell) : cell;
      if (format === 'csv') expect(`${name}: ${read ?? ''}`).toBe(`${name}: ${expected ?? ''}`);
      // GDAL prints 15 digits of a number.
      else if (typeof expected === 'number' && expected !== 0)
        expect(Number(read) / expected).toBeCloseTo(1, 14);
      else expect({ [name]: read }).toEqual({ [name]: expected });
    }
    expect(first).toMatchObject({ analytic: 'SmallVesselDetection', sensor_name: 'ICEYE-X7' });
  });
});
