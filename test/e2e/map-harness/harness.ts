import { MapEngine } from '../../../renderer/map/map-engine.ts';
import type { MapEvents } from '../../../renderer/map/map-types.ts';
import { type DetectionFeed, packX, packY } from '../../../shared/results/detection-feed.ts';

/** One detection of a synthetic feed; whatever is left out is 0 or unknown. */
export type HarnessDetection = {
  readonly id: number;
  readonly longitude: number;
  readonly latitude: number;
  /** Index into the categories of the feed. */
  readonly category?: number;
  /** Epoch seconds. */
  readonly time?: number;
  /** 0…1. */
  readonly confidence?: number;
  readonly isArea?: boolean;
};

/** What the page offers to the test: a mounted engine, and everything it has told so far. */
export type MapHarness = {
  readonly engine: MapEngine;
  readonly told: { readonly name: keyof MapEvents; readonly value: unknown; readonly more: unknown }[];
  show(categories: readonly string[], detections: readonly HarnessDetection[]): Promise<void>;
  showRandom(count: number): Promise<void>;
  /** The next finished frame. */
  frame(): Promise<void>;
};

declare global {
  interface Window {
    harness: MapHarness;
  }
}

const element = document.getElementById('map');
if (!element) throw new Error('index.html has no #map.');

const told: MapHarness['told'] = [];
const engine = new MapEngine(listeners());
engine.mount(element);

window.harness = {
  engine,
  told,
  show: (categories, detections) => showFeed(toFeed(categories, detections)),
  showRandom: (count) => showFeed(randomFeed(count)),
  frame,
};

function listeners(): Partial<MapEvents> {
  const tell = (name: keyof MapEvents) => (value: unknown, more?: unknown) => void told.push({ name, value, more });
  return {
    hover: tell('hover'),
    click: tell('click'),
    drawing: tell('drawing'),
    refused: tell('refused'),
    drawn: tell('drawn'),
    edited: tell('edited'),
    view: tell('view'),
    inView: tell('inView'),
    detectionsShown: tell('detectionsShown'),
    problem: tell('problem'),
  };
}

async function showFeed(feed: DetectionFeed): Promise<void> {
  const shown = new Promise<void>((resolve) => {
    const stop = engine.on({
      detectionsShown() {
        stop();
        resolve();
      },
    });
  });
  engine.setDetections(feed);
  await shown;
  await frame();
}

function toFeed(categories: readonly string[], detections: readonly HarnessDetection[]): DetectionFeed {
  return {
    count: detections.length,
    categories,
    id: Uint32Array.from(detections, ({ id }) => id),
    x: Uint32Array.from(detections, ({ longitude }) => packX(longitude)),
    y: Uint32Array.from(detections, ({ latitude }) => packY(latitude)),
    time: Uint32Array.from(detections, ({ time }) => time ?? 0),
    category: Uint8Array.from(detections, ({ category }) => category ?? 0),
    confidence: Uint8Array.from(detections, ({ confidence }) =>
      confidence === undefined ? 255 : Math.round(confidence * 254),
    ),
    flags: Uint8Array.from(detections, ({ isArea }) => (isArea ? 1 : 0)),
  };
}

/** Points in clusters as around ports, always the same ones. */
function randomFeed(count: number): DetectionFeed {
  let state = 1;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const detections = Array.from({ length: count }, (_, index) => {
    const port = Math.floor(next() * 60);
    return {
      id: index + 1,
      longitude: 100 + ((port * 37) % 50) + (next() + next() - 1) * 4,
      latitude: 10 + ((port * 53) % 40) + (next() + next() - 1) * 3,
      category: Math.floor(next() * 3),
      time: 1_790_000_000 + Math.floor(next() * 2_000_000),
      confidence: next(),
    };
  });
  return toFeed(['LargeVesselDetection', 'SmallVesselDetection', 'AircraftDetection'], detections);
}

function frame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
