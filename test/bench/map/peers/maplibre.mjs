import { Map as LibreMap, setWorkerUrl } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { benchData, benchView, categoryColors } from '../bench-data.ts';
import { draggedPixels, frame, meanOfFrames, stubDraws, timesOfFrames, toGeoJson } from '../pages/harness.ts';

stubDraws();
setWorkerUrl(workerUrl);
const map = new LibreMap({
  container: 'map',
  style: { version: 8, sources: {}, layers: [] },
  center: [benchView.longitude, benchView.latitude],
  zoom: benchView.zoom - 1,
  attributionControl: false,
  fadeDuration: 0,
});
let geoJson;

window.bench = {
  async prepare(count) {
    if (!map.loaded()) await map.once('load');
    geoJson = toGeoJson(benchData(count));
  },
  async load() {
    const colors = categoryColors.flatMap((color, index) => [index, `rgb(${color.join(',')})`]);
    const startedAt = performance.now();
    map.addSource('points', { type: 'geojson', data: geoJson });
    map.addLayer({
      id: 'points',
      type: 'circle',
      source: 'points',
      paint: { 'circle-radius': 2, 'circle-color': ['match', ['get', 'category'], ...colors, '#fff'] },
    });
    geoJson = undefined;
    await map.once('idle');
    return performance.now() - startedAt;
  },
  async pan(steps) {
    await frame();
    return meanOfFrames(steps, (index) => {
      map.jumpTo({ center: [benchView.longitude + (index % 40) * 0.18, benchView.latitude] });
      map.redraw();
    });
  },
  drag: (steps) =>
    timesOfFrames(steps, (index) => {
      const degrees = (draggedPixels(index) * 360) / (256 * 2 ** benchView.zoom);
      map.jumpTo({ center: [benchView.longitude - degrees, benchView.latitude] });
      map.redraw();
    }),
};
