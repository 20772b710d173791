/** A reported position of a contact. */
export type AisPosition = {
  /** MMSI, as digits. */
  readonly identifier: string;
  /** Epoch milliseconds, UTC. */
  readonly timeMs: number;
  /** Degrees, WGS 84. */
  readonly longitude: number;
  readonly latitude: number;
  /** Over ground; null when not available, as are the next two. */
  readonly speedKnots: number | null;
  /** Over ground, clockwise from true north. */
  readonly courseDegrees: number | null;
  /** Direction of the bow, clockwise from true north. */
  readonly headingDegrees: number | null;
};

/** Statements of a contact about itself; null where it states nothing. */
export type AisStatic = {
  readonly name: string | null;
  /** Seven digits. */
  readonly imo: string | null;
  readonly callSign: string | null;
  /** The type of the ship, as in the file: a number of ITU-R M.1371 or a text. */
  readonly type: string | null;
  /** The class of its transponder, as in the file, such as `Class A` or `AtoN`. */
  readonly transponder: string | null;
  readonly lengthMeters: number | null;
  readonly widthMeters: number | null;
};

/** The longest ship ever built, the Seawise Giant, had 458 m. */
const longestShipMeters = 460;

/** A stated size in meters; null for 0 and what no ship has, which stand for “not stated”. */
export function statedMeters(value: number | null): number | null {
  return value !== null && value > 0 && value <= longestShipMeters ? value : null;
}

export const noStatic: AisStatic = {
  name: null,
  imo: null,
  callSign: null,
  type: null,
  transponder: null,
  lengthMeters: null,
  widthMeters: null,
};

/** The facts of one, and of the other where it has none. */
export function mergeStatic(one: AisStatic, other: AisStatic): AisStatic {
  return {
    name: one.name ?? other.name,
    imo: one.imo ?? other.imo,
    callSign: one.callSign ?? other.callSign,
    type: one.type ?? other.type,
    transponder: one.transponder ?? other.transponder,
    lengthMeters: one.lengthMeters ?? other.lengthMeters,
    widthMeters: one.widthMeters ?? other.widthMeters,
  };
}

/** A transponder with its reports, in any order. */
export type AisContact = {
  readonly identifier: string;
  readonly static: AisStatic;
  readonly positions: readonly AisPosition[];
};

/** Meters per second. */
export const metersPerSecondPerKnot = 1852 / 3600;
