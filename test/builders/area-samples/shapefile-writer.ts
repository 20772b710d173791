/** Content of a written shapefile: records of rings, each position `[x, y]`, `[x, y, z]` or `[x, y, z, m]`. */
export type ShpRecord = readonly (readonly (readonly number[])[])[];

/** A .shp of Polygon or PolygonZ records, by the ESRI Shapefile Technical Description. Boxes are left at zero. */
export function shpFile(records: readonly ShpRecord[], type: 5 | 15 | 25 = 5): Uint8Array {
  const contents = records.map((record) => shpContent(record, type));
  const length = 100 + contents.reduce((sum, content) => sum + 8 + content.length, 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, type, true);
  let at = 100;
  for (const [index, content] of contents.entries()) {
    view.setInt32(at, index + 1);
    view.setInt32(at + 4, content.length / 2);
    bytes.set(content, at + 8);
    at += 8 + content.length;
  }
  return bytes;
}

function shpContent(rings: ShpRecord, type: 5 | 15 | 25): Uint8Array {
  const points = rings.flat();
  const blocks = type === 5 ? 0 : type === 25 ? 1 : 2;
  const bytes = new Uint8Array(
    44 + 4 * rings.length + 16 * points.length + blocks * (16 + 8 * points.length),
  );
  const view = new DataView(bytes.buffer);
  view.setInt32(0, type, true);
  view.setInt32(36, rings.length, true);
  view.setInt32(40, points.length, true);
  let first = 0;
  for (const [index, ring] of rings.entries()) {
    view.setInt32(44 + 4 * index, first, true);
    first += ring.length;
  }
  let at = 44 + 4 * rings.length;
  for (const [x = 0, y = 0] of points) {
    view.setFloat64(at, x, true);
    view.setFloat64(at + 8, y, true);
    at += 16;
  }
  for (let block = 0; block < blocks; block += 1) {
    at += 16;
    for (const point of points) {
      view.setFloat64(at, point[2 + block] ?? -1e39, true);
      at += 8;
    }
  }
  return bytes;
}

/** A .dbf (dBASE III) with one text field; names are bytes, so that any encoding can be written. */
export function dbfFile(field: string, names: readonly Uint8Array[], languageDriver = 0): Uint8Array {
  const width = 40;
  const header = 32 + 32 + 1;
  const bytes = new Uint8Array(header + names.length * (1 + width) + 1).fill(0x20, header);
  const view = new DataView(bytes.buffer);
  bytes[0] = 3;
  view.setUint32(4, names.length, true);
  view.setUint16(8, header, true);
  view.setUint16(10, 1 + width, true);
  bytes[29] = languageDriver;
  bytes.set(new TextEncoder().encode(field.slice(0, 10)), 32);
  bytes[32 + 11] = 'C'.charCodeAt(0);
  bytes[32 + 16] = width;
  bytes[64] = 0x0d;
  for (const [index, name] of names.entries())
    bytes.set(name.subarray(0, width), header + index * (1 + width) + 1);
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}
