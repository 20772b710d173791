import { describe, expect, test } from 'vitest';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { unwrapWkt } from '../../../../shared/geo/unwrap-wkt.ts';
import { parseWkt } from '../../../../shared/geo/wkt.ts';

const polygon = 'POLYGON ((129 35, 129.2 35, 129.2 35.2, 129 35.2, 129 35))';

describe('WKT in the syntax of another language', () => {
  test.each([
    // OData 4.01, 5.1.1.6.
    [`geography'SRID=4326;${polygon}'`, 4326],
    [`geometry'${polygon}'`, undefined],
    [`OData.CSC.Intersects(area=geography'SRID=4326;${polygon}')`, 4326],
    [`geo.intersects(Footprint, geography'SRID=4326;${polygon}')`, 4326],
    // SQL of PostGIS, SQL Server and Oracle.
    [`ST_GeomFromText('${polygon}', 4326)`, 4326],
    [`ST_GeomFromText('${polygon}')`, undefined],
    [`ST_GeogFromText('SRID=4326;${polygon}');`, 4326],
    [`'SRID=4326;${polygon}'::geography`, 4326],
    [`geometry::STGeomFromText('${polygon}', 4326)`, 4326],
    [`SDO_GEOMETRY('${polygon}', 4326)`, 4326],
    // OpenSearch and CQL2.
    [`footprint:"Intersects(${polygon})"`, undefined],
    [`S_INTERSECTS(geometry, ${polygon})`, undefined],
    // A filter of OData with other conditions.
    [
      `$filter=OData.CSC.Intersects(area=geography'SRID=4326;${polygon}') and Collection/Name eq 'SENTINEL-1'`,
      4326,
    ],
    // GeoSPARQL 1.1, 8.5.1.
    [`"${polygon}"^^<http://www.opengis.net/ont/geosparql#wktLiteral>`, undefined],
    [`"<http://www.opengis.net/def/crs/OGC/1.3/CRS84> ${polygon}"^^geo:wktLiteral`, undefined],
    [`"${polygon}"`, undefined],
    [`'${polygon}'`, undefined],
  ])('%s', (text, srid) => {
    expect(parseWkt(text)).toMatchObject({ ok: true, geometry: { type: 'Polygon' } });
    const read = parseWkt(text);
    expect(read.ok && read.srid).toBe(srid);
    const areas = importAreas({ name: 'area.txt', bytes: new TextEncoder().encode(text) });
    expect(areas).toMatchObject({ verdict: 'accept', areas: [{ geometry: { type: 'Polygon' } }] });
  });

  test.each([
    polygon,
    `foo ${polygon}`,
    `,${polygon}`,
    `'${polygon}' and more`,
    `${polygon} '`,
    // Latitude first, and which of two is meant is not known.
    `"<http://www.opengis.net/def/crs/EPSG/0/4326> ${polygon}"^^geo:wktLiteral`,
    `geography'${polygon}' or geography'${polygon}'`,
    'name (POINT',
  ])('%s is not in one', (text) => {
    expect(unwrapWkt(text)).toBe(text);
  });

  test('a fault is where it stands in the whole text', () => {
    const text = `geography'SRID=4326;${polygon.replace('129.2', 'x')}'`;
    expect(parseWkt(text)).toMatchObject({ ok: false, at: text.indexOf('x') });
  });
});

describe('a geometry that is imported', () => {
  const area = (text: string) => importAreas({ name: 'area.wkt', bytes: new TextEncoder().encode(text) });
  const corners = [
    [129, 35],
    [129.2, 35],
    [129.2, 35.2],
    [129, 35],
  ];

  test.each([
    '<http://www.opengis.net/def/crs/OGC/1.3/CRS84> POLYGON ((129 35, 129.2 35, 129.2 35.2, 129 35))',
    '<http://www.opengis.net/def/crs/EPSG/0/4326> POLYGON ((35 129, 35 129.2, 35.2 129.2, 35 129))',
    '"<http://www.opengis.net/def/crs/EPSG/0/4326> POLYGON ((35 129, 35 129.2, 35.2 129.2, 35 129))"^^geo:wktLiteral',
    'POLYGON Z ((129 35 1, 129.2 35 2, 129.2 35.2 3, 129.0000000009 35 4))',
  ])('%s', (text) => {
    expect(area(text).areas.map(({ geometry }) => geometry.coordinates)).toEqual([[corners]]);
  });

  test.each(['""', "''", '“”', '„“', '«»', '»«', '‘’', '‹›', '``', '「」'])(
    'in the quotation marks %s',
    (marks) => {
      const [opening = '', closing = ''] = marks;
      const quoted = `${opening}${polygon}${closing}`;
      expect(area(quoted).verdict).toBe('accept');
      expect(parseWkt(quoted)).toEqual(parseWkt(polygon));
      const table = `name,footprint\nA,"${quoted.replaceAll('"', '""')}"\n`;
      const read = importAreas({ name: 'a.csv', bytes: new TextEncoder().encode(table) });
      expect(read.areas.map(({ geometry }) => geometry.coordinates)).toEqual(
        area(polygon).areas.map(({ geometry }) => geometry.coordinates),
      );
    },
  );

  test('an empty polygon is none, and is noted', () => {
    expect(area(`${polygon}\nPOLYGON (EMPTY)`)).toMatchObject({
      areas: { length: 1 },
      notes: [{ code: 'empty-geometry' }],
    });
  });
});
