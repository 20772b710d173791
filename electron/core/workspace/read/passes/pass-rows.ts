import { z } from 'zod';
import { readAngleReference } from '../../../../../shared/passes/angle-reference.ts';
import type { PassOutline, PassRecord } from '../../../../../shared/passes/pass.ts';
import { hasFeatures } from '../../../../../shared/results/field-list.ts';
import { numberCell, textCell, textOrNull } from '../../file/cells.ts';
import type { Sql } from '../../file/sql.ts';
import { featureProblems } from '../feature-problems.ts';
import { readFootprintRow } from '../sensor-rows.ts';
import { imageOf } from './arrange-passes.ts';
import { multiplePasses, type PassTable, type StoredPass } from './read-passes.ts';

/** Areas of the footprints of images, by their keys. */
export function readSquareMetres(sql: Sql, passes: readonly StoredPass[]): ReadonlyMap<number, number> {
  const rows = sql.arrays(
    'SELECT fid, square_metres FROM footprints WHERE fid IN (SELECT value FROM json_each(?))',
    JSON.stringify(passes.map(({ footprintFid }) => footprintFid)),
  );
  return new Map(rows.map(([fid, squareMetres]) => [Number(fid), Number(squareMetres)]));
}

/** Images as the map draws them, in their order. */
export function readPassOutlines(sql: Sql, passes: readonly StoredPass[]): readonly PassOutline[] {
  const footprints = new Map(
    sql
      .all(
        'SELECT * FROM footprints WHERE fid IN (SELECT value FROM json_each(?))',
        JSON.stringify(passes.map(({ footprintFid }) => footprintFid)),
      )
      .map((row) => [numberCell(row, 'fid'), readFootprintRow(row)]),
  );
  const references = new Map(
    sql
      .arrays(
        'SELECT id, geometry_reference FROM sensors WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(passes.flatMap(({ sensorIds }) => sensorIds)),
      )
      .map(([id, text]) => [Number(id), readAngleReference(typeof text === 'string' ? text : null)]),
  );
  return passes.map((pass) => {
    const footprint = pass.footprintFid === null ? undefined : footprints.get(pass.footprintFid);
    const given = pass.sensorIds.map((id) => references.get(id)).find((reference) => reference !== undefined);
    return {
      key: pass.key,
      image: imageOf(pass),
      footprint: footprint ? { geometry: footprint.geometry, squareMetres: footprint.squareMetres } : null,
      reference: given ?? footprint?.reference ?? null,
      isReferenceGiven: given !== undefined,
    };
  });
}

const namesSchema = z.array(z.string());

/** The analytics that were run on passes, each once; none where no record of a pass states one. */
export function readAnalytics(
  sql: Sql,
  passes: readonly StoredPass[],
): ReadonlyMap<StoredPass, readonly string[]> {
  const rows = sql.arrays(
    `SELECT DISTINCT records.id, name FROM records JOIN processors USING (record_id)
     WHERE records.id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...new Set(passes.flatMap(({ recordKeys }) => recordKeys))]),
  );
  const byRecord = Map.groupBy(rows, ([key]) => Number(key));
  return new Map(
    passes.map((pass) => {
      const names = pass.recordKeys.flatMap((key) => byRecord.get(key) ?? []);
      return [pass, [...new Set(names.map(([, name]) => String(name)))]];
    }),
  );
}

/** The records made from an image, the last uploaded first. */
export function readPassRecords(sql: Sql, table: PassTable, pass: StoredPass): readonly PassRecord[] {
  return sql
    .all(
      `SELECT id, record_id, region, upload_time, detections, fields,
         ${featureProblems} AS feature_problems,
         (SELECT json_group_array(name) FROM
           (SELECT name FROM processors WHERE processors.record_id = records.record_id ORDER BY position)) AS analytics
       FROM records WHERE id IN (SELECT value FROM json_each(?)) ORDER BY uploaded_at DESC, id DESC`,
      JSON.stringify(pass.recordKeys),
    )
    .map((row) => {
      const recordKey = numberCell(row, 'id');
      const passIndexes =
        table.passOfRecord[recordKey] === multiplePasses ? table.passesOfRecord.get(recordKey) : undefined;
      return {
        recordId: textCell(row, 'record_id'),
        analytics: [...new Set(namesSchema.parse(JSON.parse(textCell(row, 'analytics'))))],
        region: textOrNull(row, 'region'),
        uploadedAt: textOrNull(row, 'upload_time'),
        detections: numberCell(row, 'detections'),
        hasFeatures: hasFeatures(textCell(row, 'fields')),
        featureProblems: numberCell(row, 'feature_problems'),
        passKeys: passIndexes
          ? passIndexes.map((passIndex) => (table.passes[passIndex] as StoredPass).key)
          : [pass.key],
      };
    });
}
