import { type Anchorage, isInAnchorage, positionInAnchorage, shipsAtAnchor } from './anchorages.ts';
import { normalHeading } from './local-plane.ts';
import type { Random } from './random.ts';
import type { SensorImage } from './sensor-image.ts';
import { generateVessels, placeVessels, type Vessel, type VesselSize } from './vessels.ts';
import type { World } from './world.ts';

/** The ships of one size in an image of an anchorage: those at anchor by its rhythm, and the traffic around it. */
export function generateAnchored(
  { anchorage, day }: { readonly anchorage: Anchorage; readonly day: number },
  image: SensorImage,
  size: VesselSize,
  { land, traffic }: World,
  random: Random,
): Vessel[] {
  const wind = random.between(0, 360);
  const targetCount = shipsAtAnchor(anchorage, size, day, random);
  const nextPlacement = () => ({
    position: positionInAnchorage(anchorage, random),
    heading: normalHeading(wind + random.normal(0, 9)),
    situation: 'at anchor' as const,
  });
  // An image that shows a part of the anchorage shows a part of its ships.
  const atAnchor = placeVessels(
    { size, land, targetCount, nextPlacement, isShown: () => true },
    random,
  ).filter(({ position }) => image.contains(position, 0.01));
  const lanes = { ...traffic, portsNear: () => [] };
  const around = generateVessels(image, size, land, lanes, random);
  return [...atAnchor, ...around.filter(({ position }) => !isInAnchorage(anchorage, position))];
}
