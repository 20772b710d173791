import { DatabaseSync } from 'node:sqlite';
import { AttributeColumns, maxLayerAttributes } from '../../../shared/layers/attribute-columns.ts';
import type { LayerFeature } from '../../../shared/layers/layer-features.ts';
import type { LayerAttribute, LayerGeometry } from '../../../shared/layers/vector-layer.ts';
import type { ToolContext } from '../base/tool-context.ts';
import type { Envelope } from '../workspace/file/geopackage/geometry-blob.ts';
import { encodeLayerGeometry, envelopeOfAll, unite } from '../workspace/file/layers/layer-geometry.ts';
import { quoteName } from '../workspace/file/layers/layer-table.ts';

/** What was written of a layer. */
export type WrittenFeatures = {
  readonly features: number;
  readonly geometry: LayerGeometry;
  readonly bounds: readonly [west: number, south: number, east: number, north: number] | null;
  readonly attributes: readonly LayerAttribute[];
};

/** Features have more attributes than a table has columns. */
export class TooManyAttributes extends Error {}

/** Features between two checks for cancellation. */
const featuresAtOnce = 1_000;

/** Writes features into the table `features` of a new database at `path`, in which their order is that of the file. */
export function writeFeatures(
  path: string,
  features: Iterable<LayerFeature>,
  context: Pick<ToolContext, 'throwIfStopped' | 'progress'>,
): WrittenFeatures {
  const database = new DatabaseSync(path);
  try {
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
       CREATE TABLE raw (fid INTEGER PRIMARY KEY, geom BLOB, attributes TEXT NOT NULL); BEGIN`,
    );
    const insert = database.prepare('INSERT INTO raw VALUES (?, ?, ?)');
    const columns = new AttributeColumns();
    const kinds = new Set<LayerGeometry>();
    let count = 0;
    let extent: Envelope | undefined;
    for (const { geometries, attributes } of features) {
      count += 1;
      const values = columns.add(attributes);
      if (columns.count > maxLayerAttributes) throw new TooManyAttributes();
      insert.run(count, encodeLayerGeometry(geometries), JSON.stringify(values));
      const envelope = envelopeOfAll(geometries);
      extent = envelope && extent ? unite(extent, envelope) : (extent ?? envelope);
      kinds.add(kindOf(geometries));
      if (count % featuresAtOnce !== 0) continue;
      context.throwIfStopped();
      context.progress({ done: count, unit: 'features' });
    }
    const attributes = columns.describe();
    writeColumns(database, attributes, context);
    kinds.delete('none');
    const [kind = 'none', other] = kinds;
    return {
      features: count,
      geometry: other ? 'mixed' : kind,
      bounds: extent ? [extent.minX, extent.minY, extent.maxX, extent.maxY] : null,
      attributes,
    };
  } finally {
    database.close();
  }
}

function kindOf(geometries: LayerFeature['geometries']): LayerGeometry {
  const [only, second] = geometries;
  if (second) return 'mixed';
  switch (only?.type) {
    case undefined:
      return 'none';
    case 'Point':
      return 'points';
    case 'MultiLineString':
      return 'lines';
    case 'MultiPolygon':
      return 'polygons';
    default:
      return 'mixed';
  }
}

/** The types of the columns are known once all rows have been read. */
function writeColumns(
  database: DatabaseSync,
  attributes: readonly LayerAttribute[],
  context: Pick<ToolContext, 'throwIfStopped'>,
): void {
  const names = attributes.map(({ column }) => quoteName(column));
  const types = attributes.map(({ type }, index) => `${names[index]} ${type.toUpperCase()}`);
  database.exec(`CREATE TABLE features (${['fid INTEGER PRIMARY KEY', 'geom BLOB', ...types].join(', ')})`);
  const values = attributes.map((_, index) => `json_extract(attributes, '$[${index}]')`);
  const copy = database.prepare(
    `INSERT INTO features SELECT ${['fid', 'geom', ...values].join(', ')} FROM raw WHERE fid > ? AND fid <= ?`,
  );
  for (let last = 0; ; last += featuresAtOnce) {
    context.throwIfStopped();
    if (copy.run(last, last + featuresAtOnce).changes === 0) break;
  }
  database.exec('COMMIT; DROP TABLE raw');
}
