import { countryNames } from '../places/country-names.ts';
import type { BasemapRequest, BasemapResponse } from './basemap-messages.ts';
import { type BasemapShapes, basemapShapes, type WorldTopology } from './basemap-shapes.ts';
import { drawBasemap } from './draw-basemap.ts';

/** Natural Earth at 1 : 110 million until the others are there, at 1 : 50 million, and at 1 : 10 million close up. */
const topologies = {
  first: () => import('world-atlas/countries-110m.json'),
  coarse: () => import('world-atlas/countries-50m.json'),
  fine: () => import('world-atlas/countries-10m.json'),
} as const;
type Detail = keyof typeof topologies;

/** Meters of EPSG:3857 per CSS pixel at zoom 6, below which the finer coasts are drawn, and from which they are loaded. */
const finest = { drawn: 2_446, loaded: 3_460 };

// The DOM library types `self` as a window; in a worker it is the worker's global scope.
const scope = self as unknown as Worker;

const loads = new Map<Detail, Promise<BasemapShapes>>();
const loaded = new Map<Detail, BasemapShapes>();
/** The id of the latest request of each layer. */
const latest = new Map<number, number>();

scope.onmessage = ({ data }: MessageEvent<BasemapRequest>) => void reportErrors(() => respond(data));
// One after the other: the first one is drawn while the next one is not prepared yet.
void reportErrors(async () => {
  try {
    await load('first');
  } finally {
    await load('coarse');
  }
});

async function respond(request: BasemapRequest): Promise<void> {
  latest.set(request.layer, request.id);
  const { resolution } = request.view;
  if (resolution < finest.loaded) void reportErrors(() => load('fine'));
  const detail = resolution < finest.drawn ? 'fine' : 'coarse';
  if (!loaded.has(detail)) {
    const shapes = loaded.get('coarse') ?? (await load('first').catch(() => undefined));
    if (shapes) postImage(request, shapes, false);
  }
  // Why the finer coasts cannot be read is reported above; the coarse ones are drawn then.
  const shapes = await load(detail).catch(() => load('coarse'));
  if (latest.get(request.layer) === request.id) postImage(request, shapes, true);
}

function load(detail: Detail): Promise<BasemapShapes> {
  const running = loads.get(detail) ?? prepare(detail);
  loads.set(detail, running);
  // The next request tries again.
  running.catch(() => loads.delete(detail));
  return running;
}

async function prepare(detail: Detail): Promise<BasemapShapes> {
  const { default: json } = await topologies[detail]();
  const topology = json as unknown as WorldTopology;
  const shapes = basemapShapes(topology, detail === 'fine');
  loaded.set(detail, shapes);
  // After this task, so that the land is drawn first.
  if (detail === 'coarse') setTimeout(() => post({ countries: countryNames(topology) }));
  return shapes;
}

function postImage(request: BasemapRequest, shapes: BasemapShapes, isFinal: boolean): void {
  const { layer, id, view } = request;
  const canvas = new OffscreenCanvas(view.width, view.height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error(`A canvas of ${view.width} × ${view.height} pixels has no context.`);
  drawBasemap(context, shapes, request);
  const image = canvas.transferToImageBitmap();
  post({ layer, id, image, isFinal }, [image]);
}

/** A rejection in a worker is not reported to the page; it is posted. */
async function reportErrors(run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    post({ problem: String(error) });
  }
}

function post(response: BasemapResponse, transferred: Transferable[] = []): void {
  scope.postMessage(response, transferred);
}
