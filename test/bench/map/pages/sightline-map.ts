import { MapEngine } from '../../../../renderer/map/map-engine.ts';
import type { MapArea, MapOrder } from '../../../../renderer/map/map-types.ts';
import { encodeFeed } from '../../../../shared/results/detection-feed.ts';
import { benchFeed, benchView, categoryColors } from '../bench-data.ts';
import { draggedPixels, meanOfFrames, timesOfFrames } from './harness.ts';

const element = document.getElementById('map');
if (!element) throw new Error('There is no #map.');
const engine = new MapEngine();
engine.mount(element);
engine.camera.setView({ center: [benchView.longitude, benchView.latitude], zoom: benchView.zoom });
engine.setDetectionSymbols((name) => {
  const [red, green, blue] = categoryColors[Number(name)] ?? [255, 255, 255];
  return { color: `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`, shape: 'hull' };
});
let feed = new ArrayBuffer(0);

/** Areas and orders, 20 each, in the view of a port and around it. */
const shapes = Array.from({ length: 20 }, (_, index) => ({
  kind: 'circle' as const,
  center: [120.5 + (index % 5) * 0.75, 21 + Math.floor(index / 5) * 0.6] as [number, number],
  radiusMetres: 30_000,
}));
const areas: MapArea[] = shapes.map((shape, index) => ({ id: `${index}`, name: `Area ${index}`, shape }));
const orders: MapOrder[] = shapes.map((shape, index) => ({
  ...{ id: `${index}`, name: `Order ${index}`, isStateKnown: true, shapes: [shape] },
  color: { dark: '#ff8000', light: '#ff8000' },
}));

window.bench = {
  async prepare(count) {
    feed = encodeFeed(benchFeed(count), (text) => new TextEncoder().encode(text)).buffer;
    engine.setAreas(areas, null);
    engine.orders.show(orders, null);
  },
  async load() {
    const startedAt = performance.now();
    const loaded = await engine.loadDetections(feed);
    if (!loaded.ok) throw new Error(loaded.failure.message);
    await engine.settleDetections();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - startedAt;
  },
  pan: (steps) => dragging((move) => meanOfFrames(steps, move)),
  drag: (steps) => dragging((move) => timesOfFrames(steps, move)),
};

/** Drags by the events of a mouse, so that everything that follows a drag in the app does here. */
async function dragging<T>(run: (move: (step: number) => void) => Promise<T>): Promise<T> {
  const viewport = element?.querySelector('.ol-viewport');
  if (!viewport) throw new Error('The map has no viewport.');
  const [x, y] = [innerWidth / 2, innerHeight / 2];
  const event = (type: string, right: number, buttons: number) =>
    new PointerEvent(type, {
      ...{ pointerId: 1, pointerType: 'mouse', isPrimary: true, bubbles: true, button: 0, buttons },
      ...{ clientX: x + right, clientY: y },
    });
  viewport.dispatchEvent(event('pointerdown', 0, 1));
  const result = await run((step) => document.dispatchEvent(event('pointermove', draggedPixels(step), 1)));
  document.dispatchEvent(event('pointerup', 0, 0));
  return result;
}
