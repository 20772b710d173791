import { anchorages } from '../data/anchorages.ts';
import { monitoringBeam } from '../data/constellations.ts';
import { createDay, dayLength } from '../data/day.ts';
import { metresBetween, moveBy, normalHeading } from '../data/local-plane.ts';
import { createRandom, type Random } from '../data/random.ts';
import type { SensorImage } from '../data/sensor-image.ts';
import type { Vessel } from '../data/vessels.ts';
import { createWorld, type World, type WorldOptions } from '../data/world.ts';
import { contactsOf, type DemoContact, positionLater, receiver } from './ais-contacts.ts';

const minute = 60_000;
/** Images whose center is not further from Busan, in meters. */
const nearBusan = 60_000;
/** Records of a day's images are uploaded up to so many days later. */
const latestUpload = 6;

type Row = { readonly time: number; readonly text: string };

const heading =
  'mmsi,timestamp,latitude,longitude,sog,cog,heading,shipname,callsign,shiptype,length,width,class';

/**
 * AIS reports off Busan around the images of one UTC day (days since 1970), as CSV: ships that are in the images, and
 * that are not; nets, beacons, faults, and hours in which the receiver was off. The same at any time.
 */
export function createAisFile(options: WorldOptions, day: number): string {
  const world = createWorld(options);
  const images = imagesOf(world, day);
  const outage = outageOf(images.map(({ image }) => image));
  const random = createRandom(world.seed, 'ais file', day);
  const rows = images
    .flatMap(({ image, vessels }) =>
      contactsOf(image, vessels, world)
        .filter(({ position }) => isReceived(position, random))
        .flatMap((contact) => rowsOf(contact, image.startTime, random)),
    )
    .filter(({ time }) => Math.abs(time - outage) > outageLength)
    .sort((one, other) => one.time - other.time);
  return `${[heading, ...rows.map(({ text }) => text)].join('\n')}\n`;
}

/** The images over Busan on a day that were searched for ships, with their ships. */
function imagesOf(world: World, day: number) {
  const busan = anchorages.find(({ name }) => name === 'Busan');
  if (!busan) throw new Error('Busan is not among the anchorages.');
  const entries = Array.from({ length: latestUpload + 1 }, (_, later) => createDay(world, day + later))
    .flat()
    .filter(
      ({ image, vessels }) =>
        Math.floor(image.startTime / dayLength) === day &&
        Math.hypot(...metresBetween(busan.position, image.center)) <= nearBusan &&
        vessels().length > 0,
    );
  return [...Map.groupBy(entries, ({ image }) => image)].map(([image, records]) => ({
    image,
    vessels: records.flatMap((record): readonly Vessel[] => record.vessels()),
  }));
}

/** Milliseconds before and after the middle of the outage. */
const outageLength = 80 * minute;

/** The middle of the hours without reception: an image far in time from that of the anchorage; else none. */
function outageOf(images: readonly SensorImage[]): number {
  const isMonitored = ({ mode }: SensorImage) => mode === monitoringBeam.constellation.modes[0];
  const monitored = images.filter(isMonitored);
  const apart = images.find(
    (image) => !monitored.some(({ startTime }) => Math.abs(startTime - image.startTime) < 2 * outageLength),
  );
  return apart?.startTime ?? Number.NEGATIVE_INFINITY;
}

/** Meters from the receiver up to which it receives everything, and beyond which little. */
const goodReception = 45_000;

function isReceived(position: DemoContact['position'], random: Random): boolean {
  return Math.hypot(...metresBetween(receiver, position)) <= goodReception || random.chance(0.1);
}

function rowsOf(contact: DemoContact, imageTime: number, random: Random): Row[] {
  const [from, to] = contact.reports;
  const rows: Row[] = [];
  for (let minutes = from + random.between(0, contact.interval); minutes <= to; ) {
    const time = imageTime + minutes * minute + contact.clockError * 1000;
    const text = reportText(contact, minutes, time, random);
    rows.push({ time, text });
    if (random.chance(0.01)) rows.push({ time, text });
    minutes += contact.interval * random.between(0.7, 1.3);
  }
  return rows;
}

/** One report; one of a few hundred has no position or a value that stands for "not available". */
function reportText(contact: DemoContact, minutes: number, time: number, random: Random): string {
  const noise = [random.normal(0, 6), random.normal(0, 6)] as const;
  const [longitude, latitude] = moveBy(positionLater(contact, minutes), noise);
  const fault = random.unit();
  const [shownLongitude, shownLatitude] =
    fault < 0.002 ? [181, 91] : fault < 0.004 ? [0, 0] : [longitude, latitude];
  const course = normalHeading(contact.heading + random.normal(0, 1.5));
  return [
    fault > 0.998 ? contact.mmsi.slice(0, 7) : contact.mmsi,
    new Date(time).toISOString().slice(0, 19).replace('T', ' '),
    shownLatitude.toFixed(5),
    shownLongitude.toFixed(5),
    fault > 0.99 && fault < 0.995 ? '102.3' : contact.knots.toFixed(1),
    contact.knots < 0.5 ? '360' : (course % 359.95).toFixed(1),
    contact.transponder === 'A' ? String(Math.round(contact.heading) % 360) : '511',
    contact.name,
    contact.callSign,
    contact.shipType,
    contact.length ?? '',
    contact.width ?? '',
    contact.transponder,
  ].join(',');
}
