import { type CountryName, countryNames } from '../places/country-names.ts';
import { type BasemapShapes, basemapShapes, type WorldTopology } from './basemap-shapes.ts';

/** Scale of the Natural Earth data: 1 : 50 million for overviews, 1 : 10 million close up. */
export type BasemapDetail = '50m' | '10m';

const topologies = {
  '50m': () => import('world-atlas/countries-50m.json'),
  '10m': () => import('world-atlas/countries-10m.json'),
} as const;

/** A response of the worker: the shapes, or why there are none. */
export type BasemapResponse =
  | { readonly detail: BasemapDetail; readonly shapes: BasemapShapes }
  /** Sent after the shapes of the overview. */
  | { readonly detail: '50m'; readonly countries: readonly CountryName[] }
  | { readonly detail: BasemapDetail; readonly problem: string };

// The DOM library types `self` as a window; in a worker it is the worker's global scope.
const scope = self as unknown as Worker;

scope.onmessage = async ({ data: detail }: MessageEvent<BasemapDetail>) => {
  await prepare(detail);
};

async function prepare(detail: BasemapDetail): Promise<void> {
  try {
    const { default: topology } = await topologies[detail]();
    const shapes = basemapShapes(topology as unknown as WorldTopology, detail === '10m');
    post({ detail, shapes });
    if (detail === '50m') post({ detail, countries: countryNames(topology as unknown as WorldTopology) });
  } catch (error) {
    // A rejection in a worker is not reported to the page; it has to be sent.
    post({ detail, problem: String(error) });
  }
}

function post(response: BasemapResponse): void {
  scope.postMessage(response);
}
