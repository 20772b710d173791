import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Circle from 'ol/style/Circle.js';
import Fill from 'ol/style/Fill.js';
import Style from 'ol/style/Style.js';
import View from 'ol/View.js';
import { benchData, benchResolution, benchView, categoryColors } from '../bench-data.ts';
import { draggedPixels, meanOfFrames, timesOfFrames } from './harness.ts';

const center = fromLonLat([benchView.longitude, benchView.latitude]);
const map = new OlMap({
  target: 'map',
  controls: [],
  view: new View({ center, zoom: benchView.zoom }),
});
const styles = categoryColors.map(
  (color) => new Style({ image: new Circle({ radius: 2, fill: new Fill({ color: [...color, 1] }) }) }),
);
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
    map.addLayer(
      new VectorLayer({
        source: new VectorSource({ features, wrapX: false }),
        style: (feature) => styles[feature.get('category')],
        updateWhileInteracting: true,
        updateWhileAnimating: true,
      }),
    );
    map.renderSync();
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
