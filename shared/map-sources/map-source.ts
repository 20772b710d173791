import { z } from 'zod';
import { boundingBoxSchema } from '../geo/geometry.ts';
import { normalizeCrsName } from './map-crs.ts';

const nameSchema = z
  .string()
  .trim()
  .min(1, 'Give the source a name.')
  .max(120, 'Use at most 120 characters.');
/** The finest level that a source can have. */
export const maxZoomLevel = 24;

const zoomSchema = z.int().min(0).max(maxZoomLevel);
const tileSizeSchema = z.union([z.literal(256), z.literal(512)]);
const addressSchema = z.string().trim().max(4000, 'Use at most 4000 characters.');

const common = {
  name: nameSchema,
  /** Shown on the map together with the source. Plain text. */
  attribution: z.string().trim().max(1000).default(''),
  /** Opacity of the layer when it is added, 0…1. */
  opacity: z.number().min(0).max(1).default(1),
};

const gridLevelSchema = z.object({
  id: z.string(),
  resolution: z.number().positive(),
  origin: z.tuple([z.number(), z.number()]),
  tileWidth: z.int().min(1).max(4096),
  tileHeight: z.int().min(1).max(4096),
  columns: z.int().positive(),
  rows: z.int().positive(),
});

/** Tiles at addresses made from a template. */
const xyzSchema = z.object({
  kind: z.literal('xyz'),
  ...common,
  /** With `{z}`, `{x}` and `{y}`, or `{-y}` for rows counted from the south; `{a-c}` is a range of servers. */
  address: addressSchema,
  minZoom: zoomSchema,
  maxZoom: zoomSchema,
  tileSize: tileSizeSchema,
});

const dimensionsSchema = z.record(z.string(), z.string());

function isWmsCrs(name: string): boolean {
  const crs = normalizeCrsName(name);
  return crs === 'EPSG:3857' || crs === 'EPSG:4326' || crs === 'CRS:84';
}

/** Images of an OGC Web Map Service, requested tile by tile. */
const wmsSchema = z.object({
  kind: z.literal('wms'),
  ...common,
  /** Address of maps, without WMS parameters. */
  address: addressSchema,
  /** Address of its capabilities; empty where maps are requested from the same. */
  capabilitiesAddress: addressSchema.default(''),
  version: z.enum(['1.1.1', '1.3.0']),
  /** Names, drawn in this order. */
  layers: z.array(z.string().min(1)).min(1, 'Choose a layer.').max(100),
  /** One for each layer; an empty name is the layer's default. */
  styles: z.array(z.string()).max(100),
  format: z.string().min(1),
  /** Name of the service; drawn as `normalizeCrsName` has it. */
  crs: z.string().refine(isWmsCrs, 'Choose a coordinate system that can be drawn.'),
  /** Values of dimensions, such as a time, by their names; without one the service's default counts. */
  dimensions: dimensionsSchema.exactOptional(),
  minZoom: zoomSchema,
  maxZoom: zoomSchema,
  tileSize: tileSizeSchema,
});

/** Tiles of an OGC Web Map Tile Service. */
const wmtsSchema = z.object({
  kind: z.literal('wmts'),
  ...common,
  /** `rest`: `address` is a template of tile addresses; `kvp`: requests with parameters are sent to `address`. */
  encoding: z.enum(['rest', 'kvp']),
  address: addressSchema,
  /** Address of its capabilities. */
  capabilitiesAddress: addressSchema,
  layer: z.string().min(1, 'Choose a layer.'),
  style: z.string(),
  format: z.string().min(1),
  matrixSet: z.string().min(1),
  grid: z.object({ crs: z.string(), levels: z.array(gridLevelSchema).min(1).max(60) }),
  /** Further dimensions, such as a time, by their names. */
  dimensions: dimensionsSchema,
});

/** A PMTiles archive, from a file of this computer or at an address. */
const pmtilesSchema = z.object({
  kind: z.literal('pmtiles'),
  ...common,
  /** Empty for a file. */
  address: addressSchema,
  /** Original file name; empty for an address. */
  fileName: z.string().max(300),
  /** `vector`: Mapbox Vector Tiles. */
  content: z.enum(['image', 'vector']),
  minZoom: zoomSchema,
  maxZoom: zoomSchema,
  bounds: boundingBoxSchema,
});

/** A GeoTIFF of this computer. */
const geotiffSchema = z.object({
  kind: z.literal('geotiff'),
  ...common,
  fileName: z.string().max(300),
});

/** A basemap that the user added. It never contains a path. */
export const mapSourceSchema = z.discriminatedUnion('kind', [
  xyzSchema.extend({ id: z.uuid() }),
  wmsSchema.extend({ id: z.uuid() }),
  wmtsSchema.extend({ id: z.uuid() }),
  pmtilesSchema.extend({ id: z.uuid() }),
  geotiffSchema.extend({ id: z.uuid() }),
]);
export type MapSource = z.infer<typeof mapSourceSchema>;
export type MapSourceKind = MapSource['kind'];

/** A source as sent by the form. `fileId` identifies a newly selected file; null means the present file. */
export const mapSourceDraftSchema = z.discriminatedUnion('kind', [
  xyzSchema,
  wmsSchema,
  wmtsSchema,
  pmtilesSchema.extend({ fileId: z.uuid().nullable() }),
  geotiffSchema.extend({ fileId: z.uuid().nullable() }),
]);
export type MapSourceDraft = z.infer<typeof mapSourceDraftSchema>;

/** Display titles of the kinds. */
export const mapSourceKindTitles: Readonly<Record<MapSourceKind, string>> = {
  xyz: 'XYZ tiles',
  wms: 'WMS',
  wmts: 'WMTS',
  pmtiles: 'PMTiles',
  geotiff: 'GeoTIFF',
};
