import { describe, expect, it } from 'vitest';
import { findCrs, normalizeCrsName } from '../../../../shared/map-sources/map-crs.ts';
import {
  countTiles,
  geographicGrid,
  levelAtZoom,
  tileBounds,
  webMercatorGrid,
} from '../../../../shared/map-sources/tile-grid.ts';
import { tileRangesIn } from '../../../../shared/map-sources/tile-ranges.ts';

describe('tiles that a box touches', () => {
  const grid = webMercatorGrid(256, 10);
  it('are all of a level for the world', () => {
    expect(tileRangesIn(grid, 2, [-180, -90, 180, 90])).toEqual([
      { z: 2, fromX: 0, toX: 3, fromY: 0, toY: 3 },
    ]);
  });
  it('are two ranges across the antimeridian', () => {
    const ranges = tileRangesIn(grid, 3, [170, -10, -170, 10]);
    expect(ranges.map(({ fromX, toX }) => [fromX, toX])).toEqual([
      [7, 7],
      [0, 0],
    ]);
    expect(countTiles(ranges)).toBe(4);
  });
  it('are one for a box that ends on its edges', () => {
    expect(tileRangesIn(geographicGrid('EPSG:4326', 256, 4), 1, [-90, 0, 0, 90])).toEqual([
      { z: 1, fromX: 1, toX: 1, fromY: 0, toY: 0 },
    ]);
  });
  it('are none outside of the world of Web Mercator', () => {
    expect(tileRangesIn(grid, 3, [0, 86, 10, 89])).toEqual([]);
  });
  it('are found in a UTM grid', () => {
    const level = {
      id: '0',
      resolution: 100,
      origin: [0, 10_000_000] as const,
      tileWidth: 1000,
      tileHeight: 1000,
      columns: 10,
      rows: 100,
    };
    // 9° E 50° N lies on the central meridian of zone 32: 500,000 E, 5,538,631 N.
    const [range] = tileRangesIn({ crs: 'EPSG:32632', levels: [level] }, 0, [9.01, 50, 9.02, 50.001]);
    expect(range).toEqual({ z: 0, fromX: 5, toX: 5, fromY: 44, toY: 44 });
  });
});

describe('a grid', () => {
  it('has two tiles side by side at level 0 in degrees', () => {
    const grid = geographicGrid('CRS:84', 256, 3);
    expect(tileBounds(grid, { z: 0, x: 1, y: 0 })).toEqual([0, -90, 180, 90]);
    expect(tileBounds(grid, { z: 0, x: 0, y: 0 })).toEqual([-180, -90, 0, 90]);
  });
  it('returns the level of the same scale for a zoom', () => {
    expect(levelAtZoom(webMercatorGrid(256, 10), 4.2)).toBe(4);
    expect(levelAtZoom(webMercatorGrid(512, 10), 4)).toBe(3);
    expect(levelAtZoom(geographicGrid('EPSG:4326', 256, 10), 4)).toBe(3);
    expect(levelAtZoom(webMercatorGrid(256, 5), 12)).toBe(5);
  });
});

describe('the name of a coordinate system', () => {
  it.each([
    ['EPSG:3857', 'EPSG:3857'],
    ['epsg:3857', 'EPSG:3857'],
    ['EPSG::3857', 'EPSG:3857'],
    ['[EPSG:3857]', 'EPSG:3857'],
    ['urn:ogc:def:crs:EPSG::3857', 'EPSG:3857'],
    ['urn:ogc:def:crs:EPSG:3857', 'EPSG:3857'],
    ['urn:ogc:def:crs:EPSG:6.18:3857', 'EPSG:3857'],
    ['urn:ogc:def:crs:EPSG:6.18:3:3857', 'EPSG:3857'],
    ['urn:ogc:def:crs:EPSG:6.18.3:3857', 'EPSG:3857'],
    ['urn:x-ogc:def:crs:EPSG:3857', 'EPSG:3857'],
    ['URN:OGC:DEF:CRS:EPSG:6.9:32651', 'EPSG:32651'],
    ['urn:EPSG:geographicCRS:4326', 'EPSG:4326'],
    ['http://www.opengis.net/def/crs/EPSG/0/3857', 'EPSG:3857'],
    ['https://www.opengis.net/def/crs/EPSG/9.9.1/4326', 'EPSG:4326'],
    ['http://www.opengis.net/gml/srs/epsg.xml#4326', 'EPSG:4326'],
    ['EPSG:900913', 'EPSG:3857'],
    ['OSGEO:41001', 'EPSG:3857'],
    ['ESRI:102100', 'EPSG:3857'],
    ['urn:ogc:def:crs:ESRI::102113', 'EPSG:3857'],
    ['CRS:84', 'CRS:84'],
    ['OGC:CRS84', 'CRS:84'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 'CRS:84'],
    ['urn:ogc:def:crs:OGC::CRS84', 'CRS:84'],
    ['urn:ogc:def:crs:OGC:2:84', 'CRS:84'],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'CRS:84'],
    ['urn:ogc:def:crs,crs:EPSG:6.12:3068,crs:EPSG:6.12:5783', undefined],
    ['ESRI:54030', undefined],
    ['CRS:83', undefined],
    ['AUTO2:42001,1,0,60', undefined],
    ['EPSG', undefined],
    ['', undefined],
    ['local', undefined],
  ])('%s is %s', (name, crs) => {
    expect(normalizeCrsName(name)).toBe(crs);
  });
  it.each(['EPSG:32660', 'EPSG:32701', 'EPSG:25832', 'EPSG:3413'])('%s can be drawn', (crs) => {
    expect(findCrs(crs)).toBeDefined();
  });
  it.each(['EPSG:32661', 'EPSG:31467', 'EPSG:3035', 'EPSG:25839'])('%s cannot', (crs) => {
    expect(findCrs(crs)).toBeUndefined();
  });
});
