import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import WebGLVectorLayer from 'ol/layer/WebGLVector.js';
import OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import View from 'ol/View.js';
import { benchData, benchResolution, benchView, categoryColors } from '../bench-data.ts';
import { draggedPixels, meanOfFrames, stubDraws, timesOfFrames } from './harness.ts';

stubDraws();
const center = fromLonLat([benchView.longitude, benchView.latitude]);
const map = new OlMap({
  target: 'map',
  controls: [],
  view: new View({ center, zoom: benchView.zoom }),
});
let data;

window.bench = {
  async prepare(count) {
    data = benchData(count);
  },
  async load() {
    const startedAt = performance.now();
    const features = Array.from(data.longitude, (x, index) => {
      const feature = new Feature(new Point(fromLonLat([x, data.latitude[index]])));
      feature.setProperties({ category: data.category[index] }, true);
      return feature;
    });
    const colors = categoryColors.flatMap((color, index) => [index, [...color, 1]]);
    const layer = new WebGLVectorLayer({
      source: new VectorSource({ features, wrapX: false }),
      style: {
        'circle-radius': 2,
        'circle-fill-color': ['match', ['get', 'category'], ...colors, [255, 255, 255, 1]],
      },
    });
    const complete = new Promise((resolve) => map.once('rendercomplete', resolve));
    map.addLayer(layer);
    await complete;
    return performance.now() - startedAt;
  },
  pan(steps) {
    // As when it is dragged: what is drawn is moved, and made anew once it rests.
    map.getView().beginInteraction();
    return meanOfFrames(steps, (index) => {
      map.getView().setCenter([center[0] + (index % 40) * 20_000, center[1]]);
      map.renderSync();
    });
  },
  async drag(steps) {
    map.getView().beginInteraction();
    return timesOfFrames(steps, (index) => {
      map.getView().setCenter([center[0] - draggedPixels(index) * benchResolution, center[1]]);
      map.renderSync();
    });
  },
};
