import { describe, expect, it } from 'vitest';
import { addressWarning, checkMapSource } from '../../../../shared/map-sources/check-map-source.ts';
import type { MapSourceDraft } from '../../../../shared/map-sources/map-source.ts';
import { removeServiceParameters, tileAddress } from '../../../../shared/map-sources/tile-address.ts';
import { parseWebAddress } from '../../../../shared/map-sources/web-address.ts';

const common = { name: 'A', attribution: '', opacity: 1 };

function xyz(address: string, more: object = {}) {
  return { kind: 'xyz', ...common, address, minZoom: 0, maxZoom: 19, tileSize: 256, ...more } as Extract<
    MapSourceDraft,
    { kind: 'xyz' }
  >;
}

function wms(more: object = {}) {
  return {
    kind: 'wms',
    ...common,
    address: 'https://maps.example.org/wms?map=/a b.map',
    version: '1.3.0',
    layers: ['roads', 'sea, deep'],
    styles: ['', 'blue'],
    format: 'image/png',
    crs: 'EPSG:3857',
    minZoom: 0,
    maxZoom: 19,
    tileSize: 256,
    ...more,
  } as Extract<MapSourceDraft, { kind: 'wms' }>;
}

function queryOf(address: string | undefined) {
  return Object.fromEntries(parseWebAddress(address ?? '')?.query ?? []);
}

describe('an XYZ address', () => {
  it('gets column, row and zoom in their positions', () => {
    expect(tileAddress(xyz('https://t.org/{z}/{x}/{y}.png?k=1'), { z: 3, x: 2, y: 5 })).toBe(
      'https://t.org/3/2/5.png?k=1',
    );
  });
  it('counts rows from the south for {-y}', () => {
    expect(tileAddress(xyz('https://t.org/{z}/{x}/{-y}'), { z: 3, x: 2, y: 5 })).toBe('https://t.org/3/2/2');
  });
  it('uses the same server of a range for the same tile, and different ones for neighbors', () => {
    const source = xyz('https://{a-c}.t.org/{z}/{x}/{y}');
    const hosts = [0, 1, 2, 3].map((x) => tileAddress(source, { z: 3, x, y: 0 })?.slice(8, 9));
    expect(hosts).toEqual(['a', 'b', 'c', 'a']);
  });
  it.each([
    [{ z: 20, x: 0, y: 0 }, 'beyond the greatest zoom'],
    [{ z: 1, x: 2, y: 0 }, 'a column that is not there'],
    [{ z: 1, x: 0, y: 2 }, 'a row that is not there'],
  ])('has none for %o: %s', (place) => {
    expect(tileAddress(xyz('https://t.org/{z}/{x}/{y}'), place)).toBeUndefined();
  });
  it.each([
    ['', /address is missing/],
    ['tiles', /is no address/],
    ['ftp://t.org/{z}/{x}/{y}', /scheme “ftp:\/\/” is not known/],
    ['https://t.org/{z}/{x}.png', /^{y} is missing/],
    ['https://t.org/', /^{z} and {x} and {y} are missing/],
    ['https://{s}.t.org/{z}/{x}/{y}', /{a-c}/],
    ['https://t.org/{z}/{x}/{y}{r}.png', /{r} is not known/],
    ['https://t.org/{q}.png', /quadkey/],
    ['https://t.org/{z}/{x}/{y}.pbf', /vector tiles/],
    ['https://me:secret@t.org/{z}/{x}/{y}', /name or password/],
    ['https://t.org/{z/{x}/{y}', /brace/],
  ])('%s is refused with its remedy', (address, says) => {
    const [problem] = checkMapSource(xyz(address));
    expect(problem).toMatchObject({ field: 'address', value: address });
    expect(problem?.message).toMatch(says);
  });
  it('must not have its zooms the wrong way round', () => {
    expect(checkMapSource(xyz('https://t.org/{z}/{x}/{y}', { minZoom: 9, maxZoom: 3 }))).toMatchObject([
      { field: 'minZoom', value: '9' },
    ]);
  });
  it('is warned of without encryption, but not on this computer', () => {
    expect(addressWarning('http://t.org/{z}/{x}/{y}')).toMatch(/t\.org is reached without encryption/);
    expect(addressWarning('http://localhost:8080/{z}/{x}/{y}')).toBeNull();
    expect(addressWarning('https://t.org/{z}/{x}/{y}')).toBeNull();
  });
});

describe('a WMS request', () => {
  it('has the parameters of the service, and keeps those of the server', () => {
    const query = queryOf(tileAddress(wms(), { z: 0, x: 0, y: 0 }));
    const half = 20_037_508.342_789_244;
    expect(query).toMatchObject({
      map: '/a b.map',
      VERSION: '1.3.0',
      REQUEST: 'GetMap',
      CRS: 'EPSG:3857',
      STYLES: ',blue',
      WIDTH: '256',
      TRANSPARENT: 'TRUE',
    });
    expect(query.SRS).toBeUndefined();
    const box = query.BBOX?.split(',').map(Number) ?? [];
    for (const [index, expected] of [-half, -half, half, half].entries()) {
      expect(box[index]).toBeCloseTo(expected, 3);
    }
  });
  it('writes latitude first in 1.3.0 with EPSG:4326 only', () => {
    const boxOf = (more: object) => queryOf(tileAddress(wms(more), { z: 1, x: 0, y: 0 })).BBOX;
    expect(boxOf({ crs: 'EPSG:4326' })).toBe('0,-180,90,-90');
    expect(boxOf({ crs: 'CRS:84' })).toBe('-180,0,-90,90');
    expect(boxOf({ crs: 'EPSG:4326', version: '1.1.1' })).toBe('-180,0,-90,90');
  });
  it('uses SRS in 1.1.1, which has no CRS:84', () => {
    const query = queryOf(tileAddress(wms({ version: '1.1.1', crs: 'CRS:84' }), { z: 0, x: 1, y: 0 }));
    expect(query).toMatchObject({ SRS: 'EPSG:4326', BBOX: '0,-90,180,90' });
    expect(query.CRS).toBeUndefined();
  });
  it.each(['EPSG:3857', 'EPSG:900913', 'EPSG:4326', 'CRS:84'])(
    'has plain numbers in %s at every level and border of the axes',
    (crs) => {
      for (let z = 1; z <= 24; z += 1) {
        const half = 2 ** (z - 1);
        for (const [x, y] of [
          [half, half],
          [half - 1, half - 1],
          [half, half - 1],
        ] as const) {
          const box = queryOf(tileAddress(wms({ crs, maxZoom: 24 }), { z, x, y })).BBOX ?? '';
          expect(box, `${z} ${x} ${y}`).toMatch(/^-?\d+(\.\d+)?(,-?\d+(\.\d+)?){3}$/);
        }
      }
    },
  );
  it('has the dimensions that have a value, under the names of the standard', () => {
    const dimensions = { time: '2026-11-26T00:00:00Z', Elevation: '10', wavelength: '4000', empty: '' };
    const address = tileAddress(wms({ dimensions }), { z: 0, x: 0, y: 0 });
    expect(queryOf(address)).toMatchObject({
      TIME: '2026-11-26T00:00:00Z',
      ELEVATION: '10',
      DIM_WAVELENGTH: '4000',
    });
    expect(address).not.toMatch(/empty/i);
  });
  it('accepts a copied GetCapabilities URL without its parameters', () => {
    expect(removeServiceParameters('https://m.org/wms?map=a&SERVICE=WMS&request=GetCapabilities#top')).toBe(
      'https://m.org/wms?map=a',
    );
  });
});

describe('a WMTS address', () => {
  const level = { resolution: 1, origin: [0, 0] as [number, number], tileWidth: 256, tileHeight: 256 };
  const source = (more: object) =>
    ({
      kind: 'wmts',
      ...common,
      encoding: 'rest',
      address: 'https://m.org/{Time}/{style}/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png',
      capabilitiesAddress: '',
      layer: 'ortho',
      style: 'a b',
      format: 'image/png',
      matrixSet: 'mercator',
      grid: { crs: 'EPSG:3857', levels: [{ ...level, id: 'L/0', columns: 8, rows: 8 }] },
      dimensions: { Time: '2020' },
      ...more,
    }) as Extract<MapSourceDraft, { kind: 'wmts' }>;
  it('is made from the template, row before column, encoded', () => {
    expect(tileAddress(source({}), { z: 0, x: 3, y: 5 })).toBe(
      'https://m.org/2020/a%20b/mercator/L%2F0/5/3.png',
    );
  });
  it('is a query where the service supports those', () => {
    const address = tileAddress(source({ encoding: 'kvp', address: 'https://m.org/wmts?key=1' }), {
      z: 0,
      x: 3,
      y: 5,
    });
    expect(queryOf(address)).toMatchObject({
      key: '1',
      TILEMATRIX: 'L/0',
      TILEROW: '5',
      TILECOL: '3',
      Time: '2020',
    });
  });
  it.each([
    ['a style without a name', { style: '' }, 'https://m.org/2020/mercator/L%2F0/5/3.png'],
    [
      'a dimension without a value',
      { dimensions: { Time: '' } },
      'https://m.org/a%20b/mercator/L%2F0/5/3.png',
    ],
  ])('has no empty part for %s, and the form asks for what is missing', (_what, more, address) => {
    expect(tileAddress(source(more), { z: 0, x: 3, y: 5 })).toBe(address);
    expect(checkMapSource(source(more))).toMatchObject([
      { field: 'address', message: expect.stringMatching(/need a value of \{(style|Time)\}/) },
    ]);
    const kvp = source({ ...more, encoding: 'kvp', address: 'https://m.org/wmts' });
    expect(checkMapSource(kvp)).toEqual([]);
    expect(tileAddress(kvp, { z: 0, x: 3, y: 5 })).not.toMatch(/Time=(&|$)/);
  });
});
