import { encode } from 'fast-png';
import { alongHeading } from '../data/local-plane.ts';
import type { Random } from '../data/random.ts';
import type { SensorImage } from '../data/sensor-image.ts';
import type { Vessel } from '../data/vessels.ts';
import { quayScatterers, type Scatterer, shipScatterers, surroundings } from './backscatter.ts';
import {
  type ChipField,
  type ChipScale,
  chipSize,
  emptyField,
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
  const scale: ChipScale = { spacing, resolution: Math.max(resolution, spacing * 0.85) };

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
  { spacing, resolution }: ChipScale,
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
  scale: ChipScale,
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
