import type { Position } from 'geojson';
import type { TableColumns } from '../../tables/table-columns.ts';

/**
 * A file or pasted text: its content, and its name for messages and for areas without a name. `codePage` is the one that
 * the user chose (`codePages`), for a file whose encoding is not certain; it replaces what the file states or permits.
 * With `columns` the file is read as a table by these columns.
 */
export type ImportFile = {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly codePage?: string | undefined;
  readonly columns?: TableColumns | undefined;
};

/** Converts a position to WGS 84 `[longitude, latitude]` in degrees; NaN if the system has no such position. */
export type Projector = (x: number, y: number) => readonly [longitude: number, latitude: number];

/** A feature of a file; its shapes follow one another and refer to the same object. */
export type SourceFeature = {
  /** Values by their names in the file, in its order. */
  readonly attributes: Readonly<Record<string, unknown>>;
};

/** Sets an attribute, of any name; by a plain assignment, `__proto__` is none. */
export function setAttribute(attributes: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') attributes[name] = value;
  else Object.defineProperty(attributes, name, { value, enumerable: true });
}

type Located = {
  /** Its name in the file. */
  readonly name?: string | undefined;
  /** Its location in the file, such as `Feature 3 “Harbour”`. */
  readonly place: string;
  /** Absent where the format has no attributes. */
  readonly feature?: SourceFeature | undefined;
  /** Absent when positions are WGS 84 degrees. */
  readonly projector?: Projector | undefined;
  /** Whether the geometry has heights, which its positions may have, or measures, which are dropped. */
  readonly hasZ?: boolean;
  readonly hasM?: boolean;
};

/** A polygon as read from a file, before any rule was applied. Positions are `[x, y]` or `[x, y, height]`. */
export type SourcePolygon = Located & {
  /** The outline first. Rings may be open. */
  readonly rings: readonly Position[][];
  /** The winding of outlines that the format requires; `any` if it requires none. */
  readonly winding: 'anticlockwise' | 'clockwise' | 'any';
};

/** A line as read from a file. Ordinates that are no numbers are NaN. */
export type SourceLine = Located & { readonly line: readonly Position[] };

/** A point as read from a file. Ordinates that are no numbers are NaN. */
export type SourcePoint = Located & { readonly point: Position };

/** A feature, or a part of one, without a geometry. */
export type SourceGap = Located & { readonly isEmpty: true };

/** A part of a file's geometry, before any rule was applied. */
export type SourceShape = SourcePolygon | SourceLine | SourcePoint | SourceGap;

/** The color `#rrggbb` of a layer, and others by the value of the attribute `folder`. */
export type SourceStyle = {
  readonly color: string;
  readonly folders: readonly { readonly value: string; readonly color: string }[];
};

/** A layer of a file, its name where the file has several, and the style that the file proposes. */
export type SourceLayer = {
  readonly name?: string;
  readonly shapes: Iterable<SourceShape>;
  readonly style?: SourceStyle | undefined;
};

/** Whether a shape is a polygon, which can become an area of interest. */
export function isPolygon(shape: SourceShape): shape is SourcePolygon {
  return 'rings' in shape;
}

/** Its positions, ring by ring. */
export function positionLists(shape: SourceShape): readonly (readonly Position[])[] {
  if ('rings' in shape) return shape.rings;
  if ('line' in shape) return [shape.line];
  return 'point' in shape ? [[shape.point]] : [];
}
