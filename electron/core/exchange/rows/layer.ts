/**
 * The type of a column. `time`: unparsed text, mostly ISO 8601; formats with a time type parse it.
 * `json`: the text of a JSON value.
 */
export type ColumnType = 'integer' | 'real' | 'boolean' | 'text' | 'time' | 'json';

export type Column = {
  readonly name: string;
  readonly type: ColumnType;
  /** Title of the column for an analyst; columns of feature properties have none. */
  readonly title?: string;
  /** Feature property of the column: the name of the property. */
  readonly property?: string;
};

/** A value in a column: a number in integer and real columns, text in text, time and json columns. */
export type CellValue = string | number | boolean | null;

/** One feature of a layer; its values are in the order of the layer's columns. */
export type LayerRow = {
  /** Unique in the layer: a number of this workspace, which names nothing outside it. */
  readonly id: number;
  /** Names the feature in all files, the same in every workspace that has it. */
  readonly uid: string;
  /** The display name. */
  readonly title: string;
  /** The analytic, which determines the color; null for footprints and passes. */
  readonly kind: string | null;
  /** The collection time, unparsed. */
  readonly time: string | null;
  /** GeoPackageBinary as stored in the workspace; null when there is none. */
  readonly geometry: Uint8Array | null;
  readonly values: readonly CellValue[];
};

/** Features of one kind with the same columns, to be written by any format. */
export type Layer = {
  readonly name: 'detections' | 'footprints' | 'passes';
  readonly columns: readonly Column[];
  /** Number of its geometries with heights. */
  readonly heights: 'none' | 'some' | 'all';
  /** Number of its features, where that is known before they are read. */
  readonly count?: number;
  /** Starts again at each call; batches by ascending id. */
  rows(): Iterable<readonly LayerRow[]>;
};
