import OlMap, { type FrameState } from 'ol/Map.js';
import View from 'ol/View.js';
import { Detections } from '../../../../renderer/map/detections/detections.ts';
import type { FeedSource } from '../../../../renderer/map/detections/detections-messages.ts';
import { toMapCoordinate } from '../../../../renderer/map/map-projection.ts';
import type { MapDetectionStyle } from '../../../../renderer/map/map-types.ts';
import { encodeFeed } from '../../../../shared/results/detection-feed.ts';
import { encodeMatchMask } from '../../../../shared/results/match-mask.ts';
import {
  benchFeed,
  benchFilter,
  benchResolution,
  benchView,
  categoryColors,
  thirdBox,
} from '../bench-data.ts';
import { draggedPixels, meanOfFrames, stubDraws, timesOfFrames } from './harness.ts';

stubDraws();
const element = document.getElementById('map');
if (!element) throw new Error('There is no #map.');
const map = new OlMap({
  target: element,
  controls: [],
  view: new View({
    center: toMapCoordinate([benchView.longitude, benchView.latitude]),
    zoom: benchView.zoom,
  }),
});
const waiting = new Set<() => void>();
const detections = new Detections({
  packed: () => {},
  channel: (_, { state }) => {
    if (state === 'pending') return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  },
  density: () => {},
  nearby: () => {},
  closeUp: () => {},
  reviewed: () => {},
  reviewsProblem: () => {},
  problem: (message) => {
    if (message) throw new Error(message);
  },
});
detections.setSymbols((name) => {
  const [red, green, blue] = categoryColors[Number(name)] ?? [255, 255, 255];
  const color = `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
  return { color, shape: 'disc' };
});
map.addLayer(detections.layer);
let frameState: FrameState | null = null;
map.on('postrender', (event) => {
  frameState = event.frameState;
});

const style: MapDetectionStyle = {
  analytics: null,
  collectedFrom: null,
  collectedTo: null,
  minConfidence: null,
  boundingBox: null,
  verdicts: null,
  flagged: null,
};
let source: FeedSource = '';
let maskUrls: string[] = [];

window.bench = {
  async prepare(count, where) {
    // As in the app, the map exists before data arrive. Its first frame is not part of a load.
    map.renderSync();
    if (where === 'address') {
      source = '/feed.bin';
      return;
    }
    source = encodeFeed(benchFeed(count), (text) => new TextEncoder().encode(text)).buffer;
    maskUrls = [1, 2, 3].map((seed) => URL.createObjectURL(new Blob([maskBytes(count, seed)])));
  },
  async load() {
    const startedAt = performance.now();
    const loaded = await detections.load(source);
    if (!loaded.ok) throw new Error(loaded.failure.message);
    map.renderSync();
    return performance.now() - startedAt;
  },
  async filter(times) {
    let sum = 0;
    for (let round = 0; round < times; round++) {
      const { from, to, minConfidence } = benchFilter(round);
      const startedAt = performance.now();
      detections.setStyle({ ...style, collectedFrom: from * 1000, collectedTo: to * 1000, minConfidence });
      map.renderSync();
      sum += performance.now() - startedAt;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    detections.setStyle(style);
    return sum / times;
  },
  async mask(times) {
    for (let round = 0; round < times; round++) {
      const shown = new Promise<void>((resolve) => waiting.add(resolve));
      detections.setChannel('mask', [maskUrls[round % maskUrls.length] ?? '']);
      await shown;
      map.renderSync();
    }
    detections.setChannel('mask', []);
  },
  hit(times) {
    const frame = currentFrame();
    for (let warm = 0; warm < 200; warm++) detections.idsAt([400 + (warm % 200), 300], frame);
    const startedAt = performance.now();
    for (let index = 0; index < times; index++)
      detections.idsAt([300 + ((index * 13) % 250), 250 + ((index * 7) % 150)], frame);
    return (performance.now() - startedAt) / times;
  },
  boxSelect() {
    const frame = currentFrame();
    const pixel = (longitude: number, latitude: number): [number, number] => {
      const [x = 0, y = 0] = map.getPixelFromCoordinate(toMapCoordinate([longitude, latitude]));
      return [x, y];
    };
    const { west, east, south, north } = thirdBox;
    const box = [pixel(west, north), pixel(east, north), pixel(east, south), pixel(west, south)];
    const startedAt = performance.now();
    const ids = detections.idsInside(box, frame);
    return { milliseconds: performance.now() - startedAt, found: ids.size };
  },
  pan(steps) {
    const [x, y] = toMapCoordinate([benchView.longitude, benchView.latitude]);
    return meanOfFrames(steps, (index) => {
      map.getView().setCenter([x + (index % 40) * 20_000, y]);
      map.renderSync();
    });
  },
  drag(steps) {
    const [x, y] = toMapCoordinate([benchView.longitude, benchView.latitude]);
    map.getView().beginInteraction();
    return timesOfFrames(steps, (index) => {
      map.getView().setCenter([x - draggedPixels(index) * benchResolution, y]);
      map.renderSync();
    });
  },
};

function currentFrame(): FrameState {
  map.renderSync();
  if (!frameState) throw new Error('Nothing was rendered.');
  return frameState;
}

function maskBytes(count: number, seed: number): Uint8Array<ArrayBuffer> {
  const bits = Uint8Array.from({ length: Math.ceil(count / 8) }, (_, index) => (index * 31 * seed) & 255);
  return encodeMatchMask({ version: 1, count, matching: count >> 1, bits });
}
