import { describe, expect, test } from 'vitest';
import { importAreas } from '../../../../shared/areas/import-areas.ts';

const read = (text: string) => importAreas({ name: 'a.csv', bytes: new TextEncoder().encode(text) });
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

const ring = [
  [129, 35],
  [129.2, 35],
  [129.2, 35.2],
  [129, 35.2],
  [129, 35],
] as const;
const wkt = `POLYGON ((${ring.map((position) => position.join(' ')).join(', ')}))`;
const geoJson = JSON.stringify({ type: 'Polygon', coordinates: [ring] });

/** Well-Known Binary (OGC 06-103r4, 8.2) of the polygon, as PostGIS prints it. */
function toHex({ isLittle = true, srid = 0 } = {}): string {
  const view = new DataView(new ArrayBuffer(5 + (srid ? 4 : 0) + 8 + ring.length * 16));
  let at = 0;
  const count = (value: number) => {
    view.setUint32(at, value, isLittle);
    at += 4;
  };
  view.setUint8(at, isLittle ? 1 : 0);
  at += 1;
  count(srid ? 0x2000_0003 : 3);
  if (srid) count(srid);
  count(1);
  count(ring.length);
  for (const position of ring) {
    for (const ordinate of position) {
      view.setFloat64(at, ordinate, isLittle);
      at += 8;
    }
  }
  return Buffer.from(view.buffer).toString('hex').toUpperCase();
}

describe('the geometry of a cell', () => {
  test.each<[string, string]>([
    ['WKT', wkt],
    ['EWKT', `SRID=4326;${wkt}`],
    ['GeoJSON', geoJson],
    [
      'a feature of GeoJSON',
      JSON.stringify({ type: 'Feature', properties: {}, geometry: JSON.parse(geoJson) }),
    ],
    ['hexadecimal WKB', toHex()],
    ['hexadecimal WKB of the other byte order', toHex({ isLittle: false })],
    ['hexadecimal EWKB in small letters', toHex({ srid: 4326 }).toLowerCase()],
    ['bytea of PostgreSQL', `\\x${toHex().toLowerCase()}`],
  ])('is read as %s', (_form, cell) => {
    // In any column, whatever its name: others may have numbers and JSON, too.
    for (const heading of ['name,number,tags,geom', 'name,number,tags,column4']) {
      const { areas, notes } = read(`${heading}\nA,0101,"{""a"":1}",${quoted(cell)}\n`);
      expect(notes).toEqual([]);
      expect(areas).toEqual([{ name: 'A', geometry: { type: 'Polygon', coordinates: [ring] } }]);
    }
  });

  test.each<[string, string, string]>([
    ['WKB that is cut off', toHex().slice(0, -8), 'ends before its geometry does'],
    ['WKB with something behind it', `${toHex()}0000`, 'behind its geometry'],
    ['GeoJSON that is cut off', geoJson.slice(0, -3), 'cannot be read as GeoJSON'],
    ['an unknown coordinate system', toHex({ srid: 999_999 }), 'EPSG:999999 is not known'],
    ['degrees in a system of meters', toHex({ srid: 3857 }), 'A projected coordinate system is named'],
  ])('%s is refused with its row, and the other rows are read', (_form, cell, reason) => {
    const { areas, notes } = read(`name,geom\nA,${quoted(wkt)}\nB,${quoted(cell)}\nC,${toHex()}\n`);
    expect(areas.map(({ name }) => name)).toEqual(['A', 'C']);
    expect(notes.map(({ message }) => message).join()).toContain('Row 3 “B”');
    expect(notes.map(({ message }) => message).join()).toContain(reason);
  });
});
