import { basemapShapes, type WorldTopology } from './basemap-shapes.ts';

/** Scale of the Natural Earth data: 1 : 50 million for overviews, 1 : 10 million close up. */
export type BasemapDetail = '50m' | '10m';

const topologies = {
  '50m': () => import('world-atlas/countries-50m.json'),
  '10m': () => import('world-atlas/countries-10m.json'),
} as const;

// The DOM library types `self` as a window; in a worker it is the worker's own scope.
const scope = self as unknown as Worker;

scope.onmessage = async ({ data: detail }: MessageEvent<BasemapDetail>) => {
  const { default: topology } = await topologies[detail]();
  scope.postMessage({
    detail,
    shapes: basemapShapes(topology as unknown as WorldTopology, detail === '10m'),
  });
};
