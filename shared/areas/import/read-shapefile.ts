import { decodeAs } from '../../decode-as.ts';
import type { ComparisonBudget } from './comparison-budget.ts';
import { crsFromPrj, findCrsContradiction, wgs84 } from './coordinate-system.ts';
import type { ImportLog } from './import-log.ts';
import { accept, type Outcome } from './outcome.ts';
import { readDbf } from './read-dbf.ts';
import { readShp } from './read-shp.ts';
import { isPolygon, positionsOf, type SourceFeature, type SourceShape } from './source-shape.ts';

/** Opens one of the files of a shapefile; undefined if it does not exist. */
export type OpenSibling = (ending: 'shp' | 'dbf' | 'prj' | 'cpg') => Outcome<Uint8Array | undefined>;

/**
 * Reads a shapefile: shapes from the .shp, names and attributes from the .dbf, the coordinate system from the .prj. Without a .prj
 * the coordinates are read as WGS 84 degrees, with a note. Fails with `bad-zip`, `bad-shapefile` or `crs-unknown`.
 */
export function readShapefile(
  open: OpenSibling,
  place: string,
  log: ImportLog,
  effort: ComparisonBudget,
  codePage?: string,
): Outcome<SourceShape[]> {
  const shp = open('shp');
  if (!shp.ok) return shp;
  const system = readSystem(open, place, log);
  if (!system.ok) return system;
  const records = readShp(shp.value ?? new Uint8Array(), place, log, effort);
  if (!records.ok) return records;
  const rings = records.value
    .filter((shape) => log.isOfLayer || isPolygon(shape))
    .map((shape) => ({ rings: positionsOf(shape) }));
  const contradiction = findCrsContradiction(system.value, rings, place.replace(/\.shp$/i, '.prj'));
  if (contradiction) return contradiction;
  if (system.value.projector) log.fix('reprojected', place);
  const names = readNames(open, place, log, codePage);
  const features = new Map<number, SourceFeature>();
  return accept(
    records.value.flatMap(({ record, ...shape }): SourceShape[] => {
      const name = names?.nameOf(record);
      const named = name === undefined ? '' : ` “${name.slice(0, 60)}”`;
      const placeOfRecord = `${place}, record ${record}${named}`;
      if (names?.isDeleted(record)) {
        if (log.isOfLayer || isPolygon(shape))
          log.skip('deleted-record', placeOfRecord, 'Records that the .dbf marks as deleted were left.');
        return [];
      }
      const feature = features.get(record) ?? { attributes: names?.attributesOf(record) ?? {} };
      features.set(record, feature);
      const { projector } = system.value;
      return [{ ...shape, name, place: `${placeOfRecord}${shape.place}`, feature, projector }];
    }),
  );
}

function readSystem(open: OpenSibling, place: string, log: ImportLog) {
  const prj = open('prj');
  if (!prj.ok) return prj;
  const text = prj.value && (decodeAs('utf-8', prj.value) ?? decodeAs('windows-1252', prj.value));
  if (text === undefined || text.trim() === '') {
    log.fix('crs-assumed', place);
    return accept(wgs84);
  }
  return crsFromPrj(text, place.replace(/\.shp$/i, '.prj'));
}

function readNames(open: OpenSibling, place: string, log: ImportLog, chosen: string | undefined) {
  const [dbf, cpg] = [open('dbf'), open('cpg')];
  const stated = cpg.ok && cpg.value ? decodeAs('windows-1252', cpg.value) : undefined;
  const names = dbf.ok && dbf.value ? readDbf(dbf.value, chosen ?? stated) : undefined;
  if (names === undefined) {
    log.noteUnread(
      'names-unreadable',
      place,
      'The .dbf with the names of the records is missing or cannot be read.',
    );
  }
  if (names?.doubt !== undefined) {
    const remedy = `Choose another code page, or add a ${place.replace(/\.shp$/i, '.cpg')} with the name of the encoding, such as GBK.`;
    log.noteUnread(
      'names-uncertain',
      place,
      `The letters of the names are uncertain.${names.doubt} ${remedy}`,
    );
  }
  return names;
}
