import type { Position } from 'geojson';

/** Converts a position to WGS 84 `[longitude, latitude]` in degrees; NaN if the system has no such position. */
export type Projector = (x: number, y: number) => readonly [longitude: number, latitude: number];

/** A polygon as read from a file, before any rule was applied. Positions are `[x, y]`. */
export type SourcePolygon = {
  /** Its name in the file. */
  readonly name?: string | undefined;
  /** Its location in the file, such as `Feature 3 “Harbour”`. */
  readonly place: string;
  /** The outline first. Rings may be open. */
  readonly rings: readonly Position[][];
  /** Whether the reader dropped heights, or measures. */
  readonly hasZ?: boolean;
  readonly hasM?: boolean;
  /** The winding of outlines that the format requires; `any` if it requires none. */
  readonly winding: 'anticlockwise' | 'clockwise' | 'any';
  /** Absent when positions are WGS 84 degrees. */
  readonly projector?: Projector | undefined;
};
