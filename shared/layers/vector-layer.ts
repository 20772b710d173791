import type { Geometry } from 'geojson';
import { z } from 'zod';
import { boundingBoxSchema } from '../geo/geometry.ts';
import type { TablePreview } from '../tables/table-columns.ts';

/** Maximum number of characters of a layer's name. */
export const maxLayerNameLength = 200;

/** Contents that a layer has replaced of which the times are known. */
const maxFormerImports = 100;

/** An attribute of the features of a layer. */
const layerAttributeSchema = z.object({
  /** Name in the file. */
  name: z.string().min(1),
  /** The column of the layer's table. */
  column: z.string().min(1),
  type: z.enum(['text', 'integer', 'real']),
  /** Whether its integers are 1 for true and 0 for false. */
  isBoolean: z.boolean().optional(),
});
export type LayerAttribute = z.infer<typeof layerAttributeSchema>;

/** `#rrggbb`. */
const colorSchema = z.string().regex(/^#[0-9a-f]{6}$/);

/** Colors by the values of a column, as text; all others have the color of the layer. */
const layerCategoriesSchema = z.object({
  column: z.string().min(1),
  colors: z
    .array(z.object({ value: z.string(), color: colorSchema }))
    .max(8)
    .readonly(),
});
export type LayerCategories = z.infer<typeof layerCategoriesSchema>;

/** Style of a layer; `label` is the column of its labels. Absent: all features have the color of the layer. */
const layerStyleSchema = z.object({
  color: colorSchema,
  label: z.string().nullable(),
  categories: layerCategoriesSchema.nullable().optional(),
});

export type LayerStyle = z.infer<typeof layerStyleSchema>;

/** Statements of the user about a layer. */
const layerFactsSchema = z.object({
  name: z.string().trim().min(1).max(maxLayerNameLength),
  /** When its content was current, as the user writes it; empty if unknown. */
  date: z.string().trim().max(100),
  license: z.string().trim().max(500),
  /** Maximum error of its positions, in meters. */
  accuracyMeters: z.number().positive().max(1_000_000).nullable(),
  style: layerStyleSchema,
});

/** The name of a layer's table. It never is `layer_styles`, a table of QGIS. */
export const layerTableSchema = z.string().regex(/^layer_(?:[a-z0-9_]{1,60}_)?[0-9a-f]{8}$/);

/** Geometries of a layer: `mixed` has several kinds, `none` has no geometry at all. */
const layerGeometrySchema = z.enum(['points', 'lines', 'polygons', 'mixed', 'none']);
export type LayerGeometry = z.infer<typeof layerGeometrySchema>;

/** A layer of the user's own: points, lines and polygons with attributes, from a file. */
export const vectorLayerSchema = layerFactsSchema.extend({
  id: z.uuid(),
  /** Its table in the workspace. */
  table: layerTableSchema,
  geometry: layerGeometrySchema,
  features: z.int().nonnegative(),
  /** The plain extent of all positions; null without any. */
  bounds: boundingBoxSchema.readonly().nullable(),
  attributes: z.array(layerAttributeSchema).readonly(),
  /** The name of the file that it came from. */
  file: z.string(),
  /** UTC, ISO 8601; identifies the content. */
  importedAt: z.string(),
  /** When the contents were imported that this layer had before, the latest last; absent: it had none. */
  formerImports: z.array(z.string()).max(maxFormerImports).readonly().optional(),
  /** Whether its date, license or accuracy was stated since it was imported or received from the team. */
  isStatedHere: z.boolean().optional(),
});
export type VectorLayer = z.infer<typeof vectorLayerSchema>;

/** Relation of an arriving layer's content to the one here: `diverged` where neither has replaced the other. */
type LayerSuccession = 'same' | 'newer' | 'older' | 'diverged';

export const layerHistorySchema = vectorLayerSchema.pick({ importedAt: true, formerImports: true });
export type LayerHistory = z.infer<typeof layerHistorySchema>;

/** Compares an arriving layer with the one of its id, by the contents that they had one after another. */
export function layerSuccession(here: LayerHistory, arriving: LayerHistory): LayerSuccession {
  if (continuesFrom(arriving, here)) return 'newer';
  if (here.importedAt === arriving.importedAt) return 'same';
  return continuesFrom(here, arriving) ? 'older' : 'diverged';
}

/** Whether one history begins with all of the other one. */
function continuesFrom({ formerImports = [] }: LayerHistory, earlier: LayerHistory): boolean {
  const known = importsOf(earlier);
  // Of a long history the first ones are missing.
  const isWhole = formerImports.length < maxFormerImports;
  return formerImports.some((_, index) => {
    const length = index + 1;
    if (length > known.length || (isWhole && length !== known.length)) return false;
    return known.slice(-length).every((time, position) => time === formerImports[position]);
  });
}

function importsOf({ importedAt, formerImports = [] }: LayerHistory): readonly string[] {
  return [...formerImports, importedAt];
}

/** The former imports of a layer after its content was replaced. A content that comes back is one more. */
export function formerImportsAfter(former: LayerHistory, content: LayerHistory): readonly string[] {
  return layerSuccession(former, content) === 'newer'
    ? (content.formerImports ?? [])
    : importsOf(former).slice(-maxFormerImports);
}

/**
 * Number of layers that a receipt has changed or added, and the names of those that were replaced both here and there.
 */
export type ReceivedLayers = { readonly count: number; readonly diverged: readonly string[] };

/** States what stays of layers that were replaced both here and there, in one sentence or none. */
export function describeDiverged(diverged: readonly string[]): readonly string[] {
  if (diverged.length === 0) return [];
  const names = diverged.map((name) => `“${name}”`).join(', ');
  return [
    `The content of ${names} was replaced differently here, which stays. Request the file from the sender and import it as a layer of its own.`,
  ];
}

/** A change of what the user states about a layer. */
export const layerChangeSchema = layerFactsSchema.partial().extend({ id: z.uuid() });
export type LayerChange = z.infer<typeof layerChangeSchema>;

/** Additions of a newer layer to a layer. */
export type LayerComparison = {
  /** The attribute by which features are the same; null: by their geometry. */
  readonly key: string | null;
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly same: number;
  /** Attributes of the layer that the newer one does not have. */
  readonly missingAttributes: readonly string[];
};

/** Exchanges the contents of two layers, which have these tables. */
export const layerSwapSchema = z.object({
  id: z.uuid(),
  otherId: z.uuid(),
  table: layerTableSchema,
  otherTable: layerTableSchema,
});
export type LayerSwap = z.infer<typeof layerSwapSchema>;

/** The features of a layer that have a text in an attribute, in letters of either case, in the order of a column. */
const layerListSchema = z.object({
  id: z.uuid(),
  text: z.string().max(200).optional(),
  /** Null: the number of the feature. */
  sort: z.object({ column: z.string().min(1).nullable(), order: z.enum(['ASC', 'DESC']) }),
});
export type LayerListRequest = z.infer<typeof layerListSchema>;

/** A page of these features. */
export const layerPageSchema = layerListSchema.extend({
  offset: z.int().nonnegative(),
  limit: z.int().positive().max(1000),
});
export type LayerPageRequest = z.infer<typeof layerPageSchema>;

/** A column of a layer whose most frequent values are requested. */
export const layerColumnSchema = z.object({ id: z.uuid(), column: z.string().min(1) });
export type LayerColumnRequest = z.infer<typeof layerColumnSchema>;

/** Maximum number of colors by value: as many of `layerColors` as differ from that of the layer. */
export const maxLayerCategories = 5;

/** A feature of a layer. */
export const layerFeatureSchema = z.object({ id: z.uuid(), fid: z.int() });
export type LayerFeatureRequest = z.infer<typeof layerFeatureSchema>;

/** A value of an attribute. */
export type LayerValue = string | number | null;

/** Characters of a text of an attribute that lists show. */
export const maxShownText = 1_000;

/** A feature of a layer; texts above `maxShownText` are cut, and end with “…”. */
export type LayerFeatureRow = { readonly fid: number; readonly values: readonly LayerValue[] };

/** Whether a value of such a row was cut. */
export function wasCut(value: LayerValue): boolean {
  return typeof value === 'string' && value.length > maxShownText;
}

/** Features of a layer; `total` are those with the text, `all` those of the layer. */
export type LayerPage = {
  readonly rows: readonly LayerFeatureRow[];
  readonly total: number;
  readonly all: number;
};

/** A feature and where it is: its geometry, or only its plain extent where it has too many positions; null: nowhere. */
export type LayerFeatureDetail = LayerFeatureRow & { readonly geometry: Geometry | null };

/** A file that becomes layers, by which id it is imported; `table` is that of a table (CSV), whose columns are chosen. */
export type LayerFilePreview = {
  readonly file: string;
  readonly name: string;
  readonly table: TablePreview | null;
};

/** Extensions of the files that become layers. */
export const layerFileExtensions = [
  'geojson',
  'json',
  'geojsonl',
  'ndjson',
  'gpkg',
  'zip',
  'kml',
  'kmz',
  'gpx',
  'fgb',
  'csv',
  'tsv',
  'txt',
  'wkt',
  'gz',
] as const;
