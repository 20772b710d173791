import { rectangleRing as box } from '../positions.ts';
import { type AreaSample, sample, wktRing } from './sample.ts';

const harbour = box(124.1, 35.9, 124.3, 36.1);
const polygon = (...rings: (readonly (readonly number[])[])[]) =>
  `POLYGON (${rings.map(wktRing).join(', ')})`;

/** Samples of WKT, good and bad. */
export const wktSamples: readonly AreaSample[] = [
  sample('accept--wkt-polygon.wkt', polygon(harbour)),
  sample('accept--wkt-lower-case.txt', polygon(harbour).toLowerCase()),
  sample(
    'accept--wkt-many-lines.wkt',
    [polygon(harbour), '', `${polygon(box(1, 1, 2, 2))};`].join('\r\n'),
    [],
    2,
  ),
  sample('accept--wkt-over-several-lines.wkt', polygon(harbour).replaceAll(', ', ',\n  '), [], 1),
  sample('accept--wkt-srid-4326.wkt', `SRID=4326;${polygon(harbour)}`),
  sample(
    'fix--wkt-multipolygon.wkt',
    `MULTIPOLYGON ((${wktRing(harbour)}), (${wktRing(box(1, 1, 2, 2))}))`,
    ['multipolygon-split'],
    2,
  ),
  sample('fix--wkt-collection.wkt', `GEOMETRYCOLLECTION (\nPOINT (1 2),\n${polygon(harbour)})`, [
    'collection-opened',
    'not-a-polygon',
  ]),
  sample(
    'fix--wkt-points-beside.wkt',
    `POINT (1 2)\n${polygon(harbour)}\nLINESTRING (1 2, 3 4)\nPOLYGON EMPTY`,
    ['not-a-polygon', 'empty-geometry'],
  ),
  sample('accept--wkt-multipolygon-of-one.wkt', `MULTIPOLYGON ((${wktRing(harbour)}))`),
  sample('fix--wkt-empty-member.wkt', `MULTIPOLYGON (EMPTY, (${wktRing(harbour)}))`, ['empty-geometry']),
  sample('fix--wkt-empty-ring.wkt', `POLYGON (${wktRing(harbour)}, EMPTY)`, ['empty-geometry']),
  sample(
    'fix--wkt-closed-but-for-height.wkt',
    polygon(harbour.map((position, index) => [...position, index])),
    ['z-dropped'],
  ),
  sample(
    'fix--wkt-z-undeclared-in-collection.wkt',
    `GEOMETRYCOLLECTION (${polygon(harbour.map((position) => [...position, 5]))})`,
    ['collection-opened', 'z-dropped'],
  ),
  sample('fix--wkt-named-as-geojson.geojson', polygon(harbour), ['other-format']),
  sample('fix--wkt-named-as-kml.kml', polygon(harbour), ['other-format']),
  sample('reject--wkt-mixed-dimensions.wkt', 'POLYGON ((0 0 1, 1 0 1, 1 1, 0 0 1))', ['bad-wkt']),
  sample('reject--wkt-degrees-as-3857.wkt', `SRID=3857;${polygon(harbour)}`, ['crs-contradictory']),
  sample('fix--wkt-z.wkt', `POLYGON Z ${polygon(harbour.map((position) => [...position, 5])).slice(8)}`, [
    'z-dropped',
  ]),
  sample('fix--wkt-m.wkt', `POLYGON M ${polygon(harbour.map((position) => [...position, 5])).slice(8)}`, [
    'm-dropped',
  ]),
  sample('fix--wkt-z-undeclared.wkt', polygon(harbour.map((position) => [...position, 5])), ['z-dropped']),
  sample('fix--wkt-zm-undeclared.wkt', polygon(harbour.map((position) => [...position, 5, 6])), [
    'z-dropped',
    'm-dropped',
  ]),
  sample('fix--wkt-unclosed.wkt', polygon(harbour.slice(0, -1)), ['ring-closed']),
  sample('fix--wkt-clockwise.wkt', polygon(harbour.toReversed()), ['ring-reoriented']),
  sample('fix--wkt-bom.wkt', `\uFEFF${polygon(harbour)}`, ['bom-removed']),
  sample(
    'fix--wkt-srid-3857.wkt',
    `SRID=3857;${polygon(box(13_800_000, 4_290_000, 13_820_000, 4_310_000))}`,
    ['reprojected'],
  ),
  sample(
    'fix--wkt-one-bad-line.wkt',
    `${polygon(harbour)}\nPOLYGON ((1 1, 2 2\n${polygon(box(1, 1, 2, 2))}`,
    ['bad-wkt'],
    2,
  ),
  sample('reject--wkt-srid-unknown.wkt', `SRID=27700;${polygon(harbour)}`, ['crs-unknown']),
  sample('reject--wkt-nan.wkt', 'POLYGON ((0 0, NaN 0, 1 1, 0 0))', ['not-finite']),
  sample('reject--wkt-bow-tie.wkt', 'POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))', ['self-crossing']),
  sample('reject--wkt-two-positions.wkt', 'POLYGON ((0 0, 1 1))', ['too-few-positions']),
  sample('fix--wkt-curve.wkt', 'CURVEPOLYGON (CIRCULARSTRING (0 0, 4 0, 4 4, 0 4, 0 0))', ['linearized']),
  sample('reject--wkt-points-only.wkt', 'POINT (1 2)\nPOINT (3 4)', ['not-a-polygon', 'no-polygon']),
  sample('reject--wkt-latitude.wkt', polygon(box(0, 89, 1, 95)), ['latitude-out-of-range']),
];
