/**
 * What a column holds. `time`: text that is mostly ISO 8601, as it came; formats with a type for times read it.
 * `json`: the text of a JSON value.
 */
export type ColumnType = 'integer' | 'real' | 'boolean' | 'text' | 'time' | 'json';

export type Column = { readonly name: string; readonly type: ColumnType };

/** A value in a column: a number in integer and real columns, text in text, time and json columns. */
export type CellValue = string | number | boolean | null;

/** One feature of a layer; its values are in the order of the layer's columns. */
export type LayerRow = {
  /** Unique in the layer. */
  readonly id: number;
  /** What a reader would call it. */
  readonly title: string;
  /** What it is one of, and coloured by; null where that is not said. */
  readonly kind: string | null;
  /** When it was seen, as it came. */
  readonly time: string | null;
  /** GeoPackageBinary as it stands in the workspace; null where there is none. */
  readonly geometry: Uint8Array | null;
  readonly values: readonly CellValue[];
};

/** Features of one kind with the same columns, to be written by any format. */
export type Layer = {
  readonly name: 'detections' | 'footprints';
  readonly columns: readonly Column[];
  /** How many of its geometries have heights. */
  readonly heights: 'none' | 'some' | 'all';
  /** Begins anew at each call; batches by rising id. */
  rows(): Iterable<readonly LayerRow[]>;
};
