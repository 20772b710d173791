import type { Position } from 'geojson';

/** Brings a position to WGS 84 `[longitude, latitude]` in degrees; NaN where the system has no such position. */
export type Projector = (x: number, y: number) => readonly [longitude: number, latitude: number];

/** A polygon as a reader found it in a file, before any rule was applied. Positions are `[x, y]`. */
export type SourcePolygon = {
  /** The name that the file gives it. */
  readonly name?: string | undefined;
  /** Where it stands in the file, such as `Feature 3 “Harbour”`. */
  readonly place: string;
  /** The outline first. Rings may be open. */
  readonly rings: readonly Position[][];
  /** Numbers beyond x and y that the reader left out. */
  readonly hasZ?: boolean;
  readonly hasM?: boolean;
  /** How the format wants outlines wound; `any` where it does not state it. */
  readonly winding: 'anticlockwise' | 'clockwise' | 'any';
  /** Absent when positions are WGS 84 degrees. */
  readonly projector?: Projector | undefined;
};
