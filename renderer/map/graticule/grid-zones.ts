/** A box in degrees; its longitudes are continuous, so that one across the antimeridian has its east past 180. */
export type GridBox = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
};

/** A grid zone, such as 51S: degrees, longitudes continuous past ±180. */
export type GridZone = GridBox & {
  readonly name: string;
  /** UTM zone, 1…60. */
  readonly zone: number;
  readonly isSouth: boolean;
  /** Number of times around the world to the east. */
  readonly turn: number;
  readonly isNorthmost: boolean;
};

const bands = 'CDEFGHJKLMNPQRSTUVWX';

/**
 * The grid zones that meet a box, with the exceptions of Norway (31V, 32V) and Svalbard (31X to 37X) in NGA.STND.0037.
 * Outside of 80° S to 84° N there are none.
 */
export function gridZones(box: GridBox): readonly GridZone[] {
  const zones: GridZone[] = [];
  for (
    let column = Math.floor((box.west + 168) / 6);
    column <= Math.floor((box.east + 192) / 6);
    column += 1
  ) {
    for (const [index, band] of [...bands].entries()) {
      const zone = toZone(column, band, index);
      if (zone && meets(zone, box)) zones.push(zone);
    }
  }
  return zones;
}

function toZone(column: number, band: string, index: number): GridZone | null {
  const turn = Math.floor(column / 60);
  const zone = column - turn * 60 + 1;
  const reach = longitudesOf(zone, band);
  if (!reach) return null;
  const south = index * 8 - 80;
  return {
    name: `${zone}${band}`,
    zone,
    isSouth: band < 'N',
    turn,
    isNorthmost: band === 'X',
    west: reach[0] + 360 * turn,
    east: reach[1] + 360 * turn,
    south,
    north: band === 'X' ? 84 : south + 8,
  };
}

/** Returns null for the zones that band X does not have. */
function longitudesOf(zone: number, band: string): readonly [west: number, east: number] | null {
  const west = zone * 6 - 186;
  if (band === 'V' && zone === 31) return [0, 3];
  if (band === 'V' && zone === 32) return [3, 12];
  if (band === 'X' && zone >= 31 && zone <= 37) {
    const wide = { 31: [0, 9], 33: [9, 21], 35: [21, 33], 37: [33, 42] } as const;
    return zone === 31 || zone === 33 || zone === 35 || zone === 37 ? wide[zone] : null;
  }
  return [west, west + 6];
}

function meets(zone: GridBox, box: GridBox): boolean {
  return zone.west < box.east && zone.east > box.west && zone.south < box.north && zone.north > box.south;
}
