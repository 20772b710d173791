import { type Zippable, zipSync } from 'fflate';
import { rectangleRing as box, positions } from '../positions.ts';
import { type AreaSample, sample } from './sample.ts';
import { dbfFile, type ShpRecord, shpFile } from './shapefile-writer.ts';
import { plainKml } from './xml-samples.ts';

const text = (content: string) => new TextEncoder().encode(content);
/** The zip format has no time zone; a fixed one keeps the files the same from run to run. */
const packedAt = { mtime: new Date(2024, 0, 1) };
const zip = (files: Zippable) => zipSync(files, packedAt);

const clockwise = (west: number, south: number, east: number, north: number) =>
  box(west, south, east, north).toReversed();
const harbour = clockwise(124.1, 35.9, 124.3, 36.1);

const wgs84Prj =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const utm52Prj = `PROJCS["WGS_1984_UTM_Zone_52N",${wgs84Prj},PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",500000.0],PARAMETER["False_Northing",0.0],PARAMETER["Central_Meridian",129.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]`;
const tokyoPrj = wgs84Prj
  .replace('GCS_WGS_1984', 'GCS_Tokyo')
  .replace('D_WGS_1984', 'D_Tokyo')
  .replace('WGS_1984",6378137.0,298.257223563', 'Bessel_1841",6377397.155,299.1528128');

type Parts = { prj?: string; dbf?: Uint8Array; cpg?: string; type?: 5 | 15 | 25 };

function shapefile(
  name: string,
  records: readonly ShpRecord[],
  parts: Parts,
  codes?: readonly string[],
  areas?: number,
): AreaSample {
  const { prj = wgs84Prj, type = 5 } = parts;
  const dbf =
    parts.dbf ??
    dbfFile(
      'NAME',
      records.map((_, index) => text(`Site ${index + 1}`)),
    );
  return sample(
    `${name}.zip`,
    zip({
      'sites.shp': shpFile(records, type),
      'sites.dbf': dbf,
      ...(prj === '' ? {} : { 'sites.prj': text(prj) }),
      ...(parts.cpg === undefined ? {} : { 'sites.cpg': text(parts.cpg) }),
    }),
    codes,
    areas,
  );
}

/** Samples of zipped shapefiles, good and bad. */
export const shapefileSamples: readonly AreaSample[] = [
  shapefile('accept--shapefile', [[harbour], [clockwise(1, 1, 2, 2)]], {}, [], 2),
  shapefile('accept--shapefile-hole', [[clockwise(0, 0, 9, 9), box(3, 3, 6, 6)]], {}),
  shapefile('fix--shapefile-multipart', [[harbour, clockwise(1, 1, 2, 2)]], {}, ['multipolygon-split'], 2),
  shapefile(
    'fix--shapefile-island-in-lake',
    [[clockwise(0, 0, 9, 9), box(2, 2, 7, 7), clockwise(4, 4, 5, 5)]],
    {},
    ['multipolygon-split'],
    2,
  ),
  shapefile('accept--shapefile-cyrillic', [[harbour]], {
    dbf: dbfFile('NAME', [Uint8Array.of(0xcf, 0xee, 0xf0, 0xf2)]),
    cpg: '1251',
  }),
  shapefile('accept--shapefile-gbk', [[harbour]], {
    dbf: dbfFile('NAME', [Uint8Array.of(0xb8, 0xdb, 0xbf, 0xda)], 0x4d),
  }),
  shapefile('fix--shapefile-z', [[harbour.map((position) => [...position, 5])]], { type: 15 }, ['z-dropped']),
  shapefile('fix--shapefile-zm', [[harbour.map((position) => [...position, 5, 6])]], { type: 15 }, [
    'z-dropped',
    'm-dropped',
  ]),
  shapefile('fix--shapefile-m', [[harbour.map((position) => [...position, 5])]], { type: 25 }, ['m-dropped']),
  shapefile('fix--shapefile-wrong-winding', [[box(0, 0, 9, 9), clockwise(3, 3, 6, 6)]], {}, [
    'ring-reoriented',
  ]),
  shapefile('fix--shapefile-utm', [[clockwise(300_000, 3_950_000, 320_000, 3_970_000)]], { prj: utm52Prj }, [
    'reprojected',
  ]),
  shapefile('fix--shapefile-without-prj', [[harbour]], { prj: '' }, ['crs-assumed']),
  shapefile(
    'reject--shapefile-metres-without-prj',
    [[clockwise(300_000, 3_950_000, 320_000, 3_970_000)]],
    { prj: '' },
    ['crs-assumed', 'longitude-out-of-range'],
  ),
  shapefile('reject--shapefile-degrees-as-utm', [[harbour]], { prj: utm52Prj }, ['crs-contradictory']),
  shapefile('reject--shapefile-tokyo-datum', [[harbour]], { prj: tokyoPrj }, ['crs-unknown']),
  shapefile('reject--shapefile-bow-tie', [[positions('0 0, 2 2, 2 0, 0 2, 0 0')]], {}, ['self-crossing']),
  shapefile('reject--shapefile-empty', [], {}, ['no-polygon']),
  sample(
    'reject--shapefile-cut-off.zip',
    zip({ 'sites.shp': shpFile([[harbour]]).subarray(0, 150), 'sites.prj': text(wgs84Prj) }),
    ['bad-shapefile'],
  ),
  sample('reject--shapefile-bare.shp', shpFile([[harbour]]), ['unsupported-format']),
  sample(
    'reject--shapefile-without-shp.zip',
    zip({ 'sites.dbf': dbfFile('NAME', []), 'sites.prj': text(wgs84Prj) }),
    ['no-polygon'],
  ),
];

const kmz = zip({ 'doc.kml': text(plainKml) });

/** Samples of KMZ and of archives that should not be trusted. */
export const archiveSamples: readonly AreaSample[] = [
  sample('accept--kmz.kmz', kmz),
  sample('accept--kmz-stored.kmz', zipSync({ 'doc.kml': text(plainKml) }, { ...packedAt, level: 0 })),
  sample(
    'accept--kmz-two-kml.kmz',
    zip({ 'doc.kml': text(plainKml), files: { 'more.kml': text(plainKml), 'icon.png': text('x') } }),
    [],
    2,
  ),
  sample('accept--kmz-under-another-name.zip', kmz),
  sample('fix--kmz-named-as-kml.kml', kmz, ['other-format']),
  sample('accept--kmz-other-file-beside.kmz', zip({ 'doc.kml': text(plainKml), 'readme.pdf': text('x') }), [
    'entry-left',
  ]),
  sample('fix--kmz-bom.kmz', zip({ 'doc.kml': text(`\uFEFF${plainKml}`) }), ['bom-removed']),
  sample(
    'reject--zip-climbing-path.kmz',
    zip({ 'doc.kml': text(plainKml), '../../evil.kml': text(plainKml) }),
    ['zip-path'],
  ),
  sample(
    'reject--zip-climbing-backslash.kmz',
    zip({ 'doc.kml': text(plainKml), '..\\evil.kml': text(plainKml) }),
    ['zip-path'],
  ),
  sample('reject--zip-absolute-path.kmz', zip({ '/etc/doc.kml': text(plainKml) }), ['zip-path']),
  sample('reject--zip-drive-path.kmz', zip({ 'C:\\doc.kml': text(plainKml) }), ['zip-path']),
  sample('reject--zip-bomb.kmz', zip({ 'doc.kml': new Uint8Array(9_000_000).fill(0x20) }), ['zip-bomb']),
  sample('reject--zip-lying-size.kmz', withDirectoryField(kmz, 24, 100), ['bad-zip']),
  sample('reject--zip-declared-four-gigabytes.kmz', withDirectoryField(kmz, 24, 0xfffffffe), ['zip-bomb']),
  sample('reject--zip-wrong-checksum.kmz', withDirectoryField(kmz, 16, 0x12345678), ['bad-zip']),
  sample('reject--zip-encrypted.kmz', withDirectoryField(kmz, 8, 1, 2), ['zip-encrypted']),
  sample('reject--zip-nested.zip', zip({ 'inner.kmz': kmz }), ['zip-nested']),
  sample('reject--zip-empty.zip', zip({}), ['no-polygon']),
  sample('reject--zip-cut-off.kmz', kmz.subarray(0, kmz.length - 30), ['bad-zip']),
  sample(
    'reject--zip-too-many-files.zip',
    zip(Object.fromEntries(Array.from({ length: 2100 }, (_, index) => [`${index}`, new Uint8Array()]))),
    ['zip-bomb'],
  ),
  sample(
    'reject--kmz-doctype.kmz',
    zip({ 'doc.kml': text(plainKml.replace('<kml', '<!DOCTYPE kml><kml')) }),
    ['xml-dtd'],
  ),
];

/** A copy of an archive of one file with a field of its directory entry overwritten. */
function withDirectoryField(
  archive: Uint8Array,
  offset: number,
  value: number,
  width: 2 | 4 = 4,
): Uint8Array {
  const bytes = archive.slice();
  const view = new DataView(bytes.buffer);
  const directory = view.getUint32(bytes.length - 22 + 16, true);
  if (width === 2) view.setUint16(directory + offset, value, true);
  else view.setUint32(directory + offset, value, true);
  return bytes;
}
