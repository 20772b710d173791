import { rectangleRing as box, positions, rectangleRing } from '../positions.ts';
import { type AreaSample, sample } from './sample.ts';

const harbour = box(124.1, 35.9, 124.3, 36.1);

function polygon(...rings: (readonly (readonly unknown[])[])[]) {
  return { type: 'Polygon', coordinates: rings };
}

function feature(geometry: unknown, properties: unknown = {}) {
  return { type: 'Feature', properties, geometry };
}

function collection(...features: unknown[]) {
  return { type: 'FeatureCollection', features };
}

function crs(name: string) {
  return { type: 'name', properties: { name } };
}

function json(name: string, value: unknown, codes?: readonly string[], areas?: number): AreaSample {
  return sample(`${name}.geojson`, JSON.stringify(value), codes, areas);
}

/** Samples of GeoJSON, good and bad. */
export const geoJsonSamples: readonly AreaSample[] = [
  json('accept--geojson-geometry', polygon(harbour)),
  json('accept--geojson-feature-named', feature(polygon(harbour), { name: 'Harbour' })),
  json('accept--geojson-hole', polygon(box(0, 0, 9, 9), box(3, 3, 6, 6).toReversed())),
  json('accept--geojson-hole-touching', polygon(box(0, 0, 9, 9), positions('0 4, 2 5, 2 3, 0 4'))),
  json(
    'accept--geojson-collection',
    collection(feature(polygon(harbour), { Name: 'A' }), feature(polygon(box(1, 1, 2, 2)), { name: 'B' })),
    [],
    2,
  ),
  json(
    'fix--geojson-multipolygon',
    feature(
      { type: 'MultiPolygon', coordinates: [[box(1, 1, 2, 2)], [box(3, 1, 4, 2)], [box(5, 1, 6, 2)]] },
      { name: 'Piers' },
    ),
    ['multipolygon-split'],
    3,
  ),
  json(
    'fix--geojson-geometry-collection',
    {
      type: 'GeometryCollection',
      geometries: [polygon(harbour), { type: 'GeometryCollection', geometries: [polygon(box(1, 1, 2, 2))] }],
    },
    ['collection-opened'],
    2,
  ),
  json(
    'fix--geojson-points-and-lines-beside',
    collection(
      feature(polygon(harbour)),
      feature({ type: 'Point', coordinates: [1, 2] }),
      feature({
        type: 'LineString',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      }),
      feature(null),
      feature({ type: 'MultiPolygon', coordinates: [] }),
    ),
    ['not-a-polygon', 'empty-geometry', 'empty-geometry'],
  ),
  json('accept--geojson-multipolygon-of-one', { type: 'MultiPolygon', coordinates: [[harbour]] }),
  json('fix--geojson-null-geometry-beside', collection(feature(null), feature(polygon(harbour))), [
    'empty-geometry',
  ]),
  json(
    'fix--geojson-empty-collection-beside',
    collection(feature({ type: 'GeometryCollection', geometries: [] }), feature(polygon(harbour))),
    ['empty-geometry'],
  ),
  sample('fix--geojson-named-as-kml.kml', JSON.stringify(polygon(harbour)), ['other-format']),
  sample('fix--geojson-named-as-wkt.wkt', JSON.stringify(polygon(harbour)), ['other-format']),
  json('reject--geojson-degrees-as-web-mercator', { ...polygon(harbour), crs: crs('EPSG:3857') }, [
    'crs-contradictory',
  ]),
  json(
    'reject--geojson-degrees-as-utm',
    {
      ...collection(feature(polygon(harbour)), feature(polygon(box(-180, -89, -179, -88)))),
      crs: crs('urn:ogc:def:crs:EPSG::32652'),
    },
    ['crs-contradictory'],
  ),
  json(
    'fix--geojson-one-feature-in-degrees-as-utm',
    collection(feature(polygon(harbour)), { ...feature(polygon(harbour)), crs: crs('EPSG:32652') }),
    ['crs-contradictory'],
  ),
  json('accept--geojson-touching-antimeridian', polygon(box(170, 10, 180, 20))),
  sample('accept--geojson-under-another-name.txt', JSON.stringify(polygon(harbour))),
  sample(
    'accept--geojson-scientific.geojson',
    '{"type":"Polygon","coordinates":[[[1e1,2E0],[1.1e1,2],[11,3.0],[1e1,2]]]}',
  ),
  json('fix--geojson-unclosed', polygon(harbour.slice(0, -1)), ['ring-closed']),
  json('fix--geojson-triangle-unclosed', polygon(harbour.slice(0, 3)), ['ring-closed']),
  json('fix--geojson-clockwise', polygon(harbour.toReversed()), ['ring-reoriented']),
  json('fix--geojson-hole-anticlockwise', polygon(box(0, 0, 9, 9), box(3, 3, 6, 6)), ['ring-reoriented']),
  json('fix--geojson-heights', polygon(harbour.map((position) => [...position, 12.5])), ['z-dropped']),
  json('fix--geojson-heights-and-measures', polygon(harbour.map((position) => [...position, 12.5, 7])), [
    'z-dropped',
    'm-dropped',
  ]),
  json('fix--geojson-repeated-positions', polygon(harbour.flatMap((position) => [position, position])), [
    'duplicates-removed',
  ]),
  sample('fix--geojson-bom.geojson', `\uFEFF${JSON.stringify(polygon(harbour))}`, ['bom-removed']),
  sample('fix--geojson-utf16.geojson', utf16(JSON.stringify(feature(polygon(harbour), { name: 'Порт' }))), [
    'bom-removed',
    'utf16-decoded',
  ]),
  sample(
    'fix--geojson-latin1.geojson',
    latin1(JSON.stringify(feature(polygon(harbour), { name: 'Málaga' }))),
    ['text-recoded'],
  ),
  json('fix--geojson-longitudes-to-360', polygon(box(190, 10, 200, 20)), ['longitude-wrapped']),
  json('fix--geojson-longitudes-below-180', polygon(box(-200, 10, -190, 20)), ['longitude-wrapped']),
  json('fix--geojson-across-greenwich-in-360', polygon(box(355, 10, 5, 20)), ['longitude-wrapped']),
  json(
    'fix--geojson-antimeridian-continuous',
    polygon(box(170, 10, 190, 20)),
    ['longitude-wrapped', 'antimeridian-split'],
    2,
  ),
  json('fix--geojson-antimeridian-jump', polygon(box(170, 10, -170, 20)), ['antimeridian-split'], 2),
  json('fix--geojson-180-as-minus-180', polygon(rectangleRing(170, 10, -180, 20)), ['longitude-wrapped']),
  json(
    'fix--geojson-antimeridian-hole',
    polygon(box(170, 10, -170, 20), box(175, 12, -175, 14).toReversed()),
    ['antimeridian-split'],
    2,
  ),
  json(
    'fix--geojson-crs84',
    { ...collection(feature(polygon(harbour))), crs: crs('urn:ogc:def:crs:OGC:1.3:CRS84') },
    ['crs-removed'],
  ),
  json('fix--geojson-epsg-4326', { ...collection(feature(polygon(harbour))), crs: crs('EPSG:4326') }, [
    'crs-removed',
  ]),
  json('fix--geojson-crs-null', { ...collection(feature(polygon(harbour))), crs: null }, ['crs-assumed']),
  json(
    'fix--geojson-web-mercator',
    {
      ...collection(feature(polygon(box(13_800_000, 4_290_000, 13_820_000, 4_310_000)))),
      crs: crs('urn:ogc:def:crs:EPSG::3857'),
    },
    ['reprojected'],
  ),
  json(
    'fix--geojson-utm',
    { ...feature(polygon(box(300_000, 3_950_000, 320_000, 3_970_000))), crs: crs('EPSG:32652') },
    ['reprojected'],
  ),
  json(
    'fix--geojson-one-bad-of-two',
    collection(
      feature(polygon(harbour), { name: 'Good' }),
      feature(polygon(positions('0 0, 2 2, 2 0, 0 2, 0 0')), { name: 'Bow-tie' }),
    ),
    ['self-crossing'],
  ),
  json('fix--geojson-long-name', feature(polygon(harbour), { name: 'x'.repeat(300) }), ['name-shortened']),
  json('reject--geojson-unknown-epsg', { ...polygon(harbour), crs: crs('EPSG:27700') }, ['crs-unknown']),
  json(
    'reject--geojson-crs-link',
    { ...polygon(harbour), crs: { type: 'link', properties: { href: 'http://example.com/crs' } } },
    ['crs-unknown'],
  ),
  json('reject--geojson-metres-without-crs', polygon(box(300_000, 3_950_000, 320_000, 3_970_000)), [
    'longitude-out-of-range',
  ]),
  json('reject--geojson-latitude-91', polygon(box(10, 80, 20, 91)), ['latitude-out-of-range']),
  json(
    'reject--geojson-axes-exchanged',
    polygon(harbour.map(([longitude, latitude]) => [latitude, longitude])),
    ['latitude-out-of-range'],
  ),
  json('reject--geojson-three-positions', polygon(positions('0 0, 1 1, 0 0')), ['too-few-positions']),
  json('reject--geojson-empty-polygon', polygon(), ['too-few-positions']),
  sample('reject--geojson-nan.geojson', '{"type":"Polygon","coordinates":[[[0,0],[NaN,0],[1,1],[0,0]]]}', [
    'not-finite',
  ]),
  sample(
    'reject--geojson-overflow.geojson',
    '{"type":"Polygon","coordinates":[[[0,0],[1e999,0],[1,1],[0,0]]]}',
    ['not-finite'],
  ),
  json(
    'reject--geojson-null-ordinate',
    polygon([
      [0, 0],
      [null, 0],
      [1, 1],
      [0, 0],
    ]),
    ['bad-coordinate'],
  ),
  json(
    'reject--geojson-text-ordinate',
    polygon([
      [0, 0],
      ['1', 0],
      [1, 1],
      [0, 0],
    ]),
    ['bad-coordinate'],
  ),
  json('reject--geojson-one-number', polygon([[0, 0], [1], [1, 1], [0, 0]]), ['bad-coordinate']),
  json('reject--geojson-bow-tie', polygon(positions('0 0, 2 2, 2 0, 0 2, 0 0')), ['self-crossing']),
  json('reject--geojson-spike', polygon(positions('0 0, 4 0, 4 4, 4 7, 4 4, 0 4, 0 0')), ['self-crossing']),
  json('reject--geojson-hole-over-outline', polygon(box(0, 0, 4, 4), box(3, 1, 5, 2).toReversed()), [
    'self-crossing',
  ]),
  json('reject--geojson-hole-outside', polygon(box(0, 0, 4, 4), box(10, 10, 11, 11).toReversed()), [
    'hole-outside',
  ]),
  json(
    'reject--geojson-hole-in-hole',
    polygon(box(0, 0, 9, 9), box(2, 2, 7, 7).toReversed(), box(4, 4, 5, 5).toReversed()),
    ['hole-in-hole'],
  ),
  json('reject--geojson-line-of-no-area', polygon(positions('0 0, 1 1, 2 2, 0 0')), ['zero-area']),
  json('reject--geojson-around-the-pole', polygon(positions('0 80, 120 80, -120 80, 0 80')), ['pole']),
  json('reject--geojson-touching-the-pole', polygon(positions('0 80, 10 80, 5 90, 0 80')), ['pole']),
  json('reject--geojson-unclear-way-round', polygon(box(-100, 0, 100, 10)), ['edge-too-long']),
  json('reject--geojson-whole-world', polygon(box(-180, -60, 180, 60)), ['too-wide']),
  json('reject--geojson-only-points', collection(feature({ type: 'Point', coordinates: [1, 2] })), [
    'not-a-polygon',
    'no-polygon',
  ]),
  json('reject--geojson-empty-collection', collection(), ['no-polygon']),
  json('reject--geojson-type-lower-case', { type: 'polygon', coordinates: [harbour] }, ['bad-geojson']),
  json('reject--geojson-topojson', { type: 'Topology', objects: {}, arcs: [] }, ['unsupported-format']),
  json('reject--geojson-esri', { rings: [harbour], spatialReference: { wkid: 4326 } }, [
    'unsupported-format',
  ]),
  json('reject--geojson-list', [polygon(harbour)], ['bad-geojson']),
  sample('reject--geojson-cut-off.geojson', '{"type":"Polygon","coordinates":[[[0,0],[1,0]', ['bad-json']),
];

function utf16(text: string): Uint8Array {
  const units = Uint16Array.from([0xfeff, ...Array.from(text, (character) => character.charCodeAt(0))]);
  const bytes = new Uint8Array(2 * units.length);
  const view = new DataView(bytes.buffer);
  for (const [index, unit] of units.entries()) view.setUint16(2 * index, unit, true);
  return bytes;
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
