import { encode } from 'fast-png';
import { alongHeading, offsetAlongHeading } from '../data/local-plane.ts';
import { hash32, type Random } from '../data/random.ts';
import type { SensorImage } from '../data/sensor-image.ts';
import { quayDistance } from '../data/traffic.ts';
import type { Vessel } from '../data/vessels.ts';
import {
  type ChipField,
  type ChipGeometry,
  chipSize,
  emptyField,
  forEachPixel,
  forEachPixelNear,
  smooth,
} from './chip-grid.ts';

/**
 * The image chip of a ship as a PNG, 128 × 128 pixels of 8-bit gray, north up.
 *
 * Made as a radar makes it: a complex signal per pixel, random for sea and land, whose magnitude is speckle with a
 * Rayleigh distribution. Plus the ship's scatterers, each spread by a sinc along range and along azimuth, which gives
 * the bright ones their cross of side lobes.
 */
export function renderChip(vessel: Vessel, image: SensorImage, random: Random): Uint8Array {
  // Coarse images are rendered finer than they are, else the ship would be a single blot.
  const resolution = Math.min(7, Math.max(1, image.mode.resolution));
  const spacing = Math.min(5.5, Math.max(1.5, vessel.length / 64, resolution / 2.2));
  const scale: ChipGeometry = { spacing, resolution: Math.max(resolution, spacing * 0.85) };

  const [real, imaginary] = speckle(surroundings(vessel, scale, random), scale, random);
  const smear = vessel.situation === 'under way' && random.chance(0.4) ? random.between(1.6, 3.5) : 1;
  const scatterers = [
    ...shipScatterers(vessel, image.azimuthAngle, scale.resolution, random),
    ...quayScatterers(vessel, random),
  ];
  for (const scatterer of scatterers) {
    addScatterer(
      [real, imaginary],
      scatterer,
      image.trackHeading,
      scale,
      smear,
      random.between(0, 2 * Math.PI),
    );
  }
  return encode({
    width: chipSize,
    height: chipSize,
    depth: 8,
    channels: 1,
    data: toGray(real, imaginary, random),
  });
}

/** Amplitude (sea = 1) below which a side lobe is not drawn. */
const faintestLobe = 0.3;

/** Complex Gaussian noise of a mean power, correlated over the resolution: fully developed speckle. */
function speckle(
  power: ChipField,
  { spacing, resolution }: ChipGeometry,
  random: Random,
): [ChipField, ChipField] {
  const deviation = Math.max(0.45, (0.42 * resolution) / spacing);
  const makePart = () => {
    const noise = smooth(
      emptyField().map(() => random.normal(0, Math.SQRT1_2)),
      deviation,
    );
    return noise.map((value, index) => value * Math.sqrt(power[index] ?? 0));
  };
  return [makePart(), makePart()];
}

/** Adds a point's response, out to where its side lobes are weaker than the sea. */
function addScatterer(
  [real, imaginary]: readonly [ChipField, ChipField],
  scatterer: Scatterer,
  trackHeading: number,
  scale: ChipGeometry,
  smear: number,
  phase: number,
): void {
  const azimuthWidth = scale.resolution * smear;
  // A smeared point keeps its energy, spread over more pixels.
  const amplitude = scatterer.amplitude / Math.sqrt(smear);
  const inPhase = amplitude * Math.cos(phase);
  const quadrature = amplitude * Math.sin(phase);
  const [eastPerAzimuth, northPerAzimuth] = alongHeading(trackHeading, 1, 0);
  const lobes = Math.max(2, amplitude / (Math.PI * faintestLobe));
  forEachPixelNear(scale, scatterer, lobes * azimuthWidth, (index, east, north) => {
    const azimuth = (east * eastPerAzimuth + north * northPerAzimuth) / azimuthWidth;
    const range = (east * northPerAzimuth - north * eastPerAzimuth) / scale.resolution;
    const response = sinc(azimuth) * sinc(range);
    real[index] = (real[index] ?? 0) + inPhase * response;
    imaginary[index] = (imaginary[index] ?? 0) + quadrature * response;
  });
}

/** sin(πx) / πx: what a point looks like after a processor with a rectangular band. */
function sinc(x: number): number {
  return Math.abs(x) < 1e-6 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Magnitude as gray: the sea dark, the brightest points saturated. */
function toGray(real: ChipField, imaginary: ChipField, random: Random): Uint8Array {
  const gain = random.between(26, 42);
  const gray = new Uint8Array(real.length);
  for (let index = 0; index < gray.length; index += 1) {
    const magnitude = Math.hypot(real[index] ?? 0, imaginary[index] ?? 0);
    gray[index] = Math.min(255, Math.round(gain * magnitude ** 0.85));
  }
  return gray;
}

/** Mean radar brightness (power, sea = 1) around the ship: swell, its wake, and its quay if it has one. */
function surroundings(vessel: Vessel, scale: ChipGeometry, random: Random): ChipField {
  const field = emptyField();
  const swell = createSwell(random);
  const wake =
    vessel.situation === 'under way' && random.chance(0.45) ? createWake(vessel, random) : undefined;
  const quay = vessel.quayBearing === undefined ? undefined : createQuay(vessel.quayBearing, random);
  forEachPixel(scale, (index, east, north) => {
    const sea = swell(east, north) * (wake?.(east, north) ?? 1);
    field[index] = quay?.(east, north) ?? sea;
  });
  return field;
}

type Brightness = (east: number, north: number) => number;

/** Faint long waves of one direction, and broad patches of stronger wind. */
function createSwell(random: Random): Brightness {
  const direction = random.between(0, 360);
  const wavelength = random.between(45, 140);
  const depth = random.between(0.04, 0.22);
  const patch = random.between(250, 600);
  const phase = random.between(0, 2 * Math.PI);
  return (east, north) => {
    const [ahead, right] = offsetAlongHeading(direction, [east, north]);
    const wave = Math.sin((2 * Math.PI * ahead) / wavelength + phase + 0.4 * Math.sin(right / 60));
    const gust = Math.sin((2 * Math.PI * (right + 0.3 * ahead)) / patch + phase);
    return 1 + depth * wave + 0.15 * gust;
  };
}

/**
 * The dark turbulent wake behind the ship with a bright edge, and the arms of the Kelvin wake, 19.5° to each side
 * (Kelvin 1887). Moving ships are shown displaced along the track of the satellite, hence the shift.
 */
function createWake(vessel: Vessel, random: Random): Brightness {
  const shift = random.between(-0.4, 0.4) * vessel.length;
  const strength = random.between(0.3, 0.75);
  const armBrightness = random.chance(0.5) ? random.between(0.4, 1.1) : 0;
  return (east, north) => {
    const [ahead, right] = offsetAlongHeading(vessel.heading, [east, north]);
    const astern = -ahead - vessel.length * 0.4;
    if (astern < 0) return 1;
    const aside = right - shift * 0.3;
    const halfWidth = vessel.width * 0.55 + astern * 0.035;
    const dark = 1 - strength * Math.exp(-((aside / halfWidth) ** 4));
    const edge = 0.6 * strength * Math.exp(-(((Math.abs(aside) - halfWidth * 1.3) / (halfWidth * 0.3)) ** 2));
    const armOffset = (Math.abs(aside) - astern * Math.tan((19.5 * Math.PI) / 180)) / (5 + astern * 0.02);
    return dark + edge + armBrightness * Math.exp(-(armOffset ** 2));
  };
}

/** Land from the quay on: brighter than the sea, in blocks of sheds and open ground. */
function createQuay(bearing: number, random: Random): (east: number, north: number) => number | undefined {
  const blockLength = random.between(45, 110);
  const blockDepth = random.between(30, 60);
  const shades = Array.from({ length: 61 }, () => random.between(2.5, 5) * (random.chance(0.3) ? 3.2 : 1));
  return (east, north) => {
    const [away, along] = offsetAlongHeading(bearing, [east, north]);
    const inland = away - quayDistance;
    if (inland < 0) return undefined;
    // Rows of blocks are shifted against each other, and roads between them are dark.
    const row = Math.floor(inland / blockDepth);
    const place = (along + row * 31) / blockLength;
    const isRoad = inland % blockDepth < 7 || (place - Math.floor(place)) * blockLength < 6;
    const shade = shades[(((Math.floor(place) * 7 + row * 13) % 61) + 61) % 61] ?? 3;
    return isRoad ? 1.6 : shade;
  };
}

/** Cranes, sheds and the wall of the quay, where the ship has one. */
function quayScatterers({ quayBearing }: Vessel, random: Random): Scatterer[] {
  if (quayBearing === undefined) return [];
  const at = (away: number, along: number, amplitude: number): Scatterer => {
    const [east, north] = alongHeading(quayBearing, away, along);
    return { east, north, amplitude };
  };
  const wall = Array.from({ length: 70 }, () =>
    at(quayDistance + random.normal(1, 1.5), random.between(-400, 400), 5 * Math.exp(random.normal(0, 0.7))),
  );
  const inland = Array.from({ length: 60 }, () =>
    at(quayDistance + random.between(6, 320), random.between(-350, 350), 5 * Math.exp(random.normal(0, 0.9))),
  );
  return [...wall, ...inland];
}

/** A point that reflects the radar's pulse: metres from the chip's center, and amplitude (sea = 1). */
type Scatterer = { readonly east: number; readonly north: number; readonly amplitude: number };

/** Position of the superstructure of ships of a class: 0 at the stern, 1 at the bow. */
const superstructureAt: Readonly<Record<string, number>> = {
  Fishing: 0.65,
  'Tug or service': 0.62,
  Passenger: 0.55,
  Patrol: 0.55,
  'Vehicle carrier': 0.8,
};

/**
 * The points of a ship that shine: its hull on the side towards the radar, its deck, hatches or containers in
 * rows, and the corners of its superstructure, which are by far the brightest.
 */
function shipScatterers(
  vessel: Vessel,
  towardsSensor: number,
  resolution: number,
  random: Random,
): Scatterer[] {
  const { length, width, heading } = vessel;
  const [, sensorSide] = offsetAlongHeading(heading, alongHeading(towardsSensor, 1, 0));
  const at = (along: number, across: number, amplitude: number): Scatterer => {
    const halfWidth = (width / 2) * hullShape(along);
    const [east, north] = alongHeading(heading, (along - 0.5) * length, across * halfWidth);
    return { east, north, amplitude: amplitude * Math.exp(random.normal(0, 0.5)) };
  };
  const repeat = (count: number, make: () => Scatterer) => Array.from({ length: Math.round(count) }, make);

  // The finer the image, the less sea shares a pixel with a point, and the more the point stands out.
  const contrast = Math.max(1, Math.sqrt(4.5 / resolution));
  const holds = Array.from({ length: 9 }, () => random.between(0.45, 1.5));

  const cells = (length * width) / resolution ** 2;
  const deck = repeat(Math.min(500, 8 + cells * 0.9), () => {
    const along = random.unit();
    return at(along, random.between(-1, 1), 3.4 * (holds[Math.floor(along * holds.length)] ?? 1));
  });
  // The side of the hull and the water form a corner reflector.
  const side = Math.sign(sensorSide);
  const hull = repeat(Math.min(160, 8 + (length / resolution) * 1.1), () =>
    at(random.unit(), side * random.between(0.86, 1), 2.5 + 5 * Math.abs(sensorSide)),
  );
  const hatchCount = Math.round(length / random.between(16, 26));
  const hatches = Array.from({ length: hatchCount }, (_, hatch) =>
    at((hatch + 0.7) / hatchCount, random.normal(0, 0.3), 8 * contrast),
  );
  const bridge = superstructureAt[vessel.vesselClass] ?? 0.14;
  const corners = repeat(random.integer(4, 7), () =>
    at(bridge + random.normal(0, 0.03), random.between(-0.8, 0.8), (14 + length / 14) * contrast),
  );
  return [...deck, ...hull, ...hatches, ...corners, at(0.985, 0, 10)];
}

/** Half width of the hull, 1 amidships: round at the stern, pointed over the foremost fifth. */
function hullShape(along: number): number {
  if (along > 0.8) return Math.max(0.05, 1 - ((along - 0.8) / 0.2) ** 1.6);
  return along < 0.06 ? 0.75 + along * 4 : 1;
}

/**
 * Availability of a chip. Some may be absent because of timing: `late` ones are absent at
 * first, `absent` ones always. `forbidden` ones are refused to every account.
 */
export type ChipAvailability = 'available' | 'late' | 'absent' | 'forbidden';

/** The availability of a chip, derived from its identifier: 1.5 % late, 1.5 % absent, 0.3 % forbidden. */
export function chipAvailability(identifier: string): ChipAvailability {
  const draw = hash32(`fate of ${identifier}`) % 1000;
  if (draw < 15) return 'absent';
  if (draw < 30) return 'late';
  return draw < 33 ? 'forbidden' : 'available';
}
