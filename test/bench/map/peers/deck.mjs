import { Deck, MapView } from '@deck.gl/core';
import { DataFilterExtension } from '@deck.gl/extensions';
import { ScatterplotLayer } from '@deck.gl/layers';
import { benchFeed, benchFilter, benchView, categoryColors, firstTime, lastTime } from '../bench-data.ts';
import { draggedPixels, frame, meanOfFrames, stubDraws, timesOfFrames } from '../pages/harness.ts';

stubDraws();
// One zoom level of deck.gl is 512 pixels for the world at 0.
const viewState = { longitude: benchView.longitude, latitude: benchView.latitude, zoom: benchView.zoom - 1 };
const extensions = [new DataFilterExtension({ filterSize: 2 })];
let feed;
let data;
let packed = 0;
let layerId = '';
let rendered = () => {};
const deck = new Deck({
  parent: document.getElementById('map'),
  views: new MapView({ repeat: true }),
  initialViewState: viewState,
  controller: false,
  onAfterRender: () => rendered(),
});

function layer(range) {
  return new ScatterplotLayer({
    id: layerId,
    data,
    radiusUnits: 'pixels',
    getRadius: 2,
    extensions,
    filterRange: range,
  });
}

const openRange = [
  [0, lastTime - firstTime],
  [0, 1],
];

/**
 * Binary attributes. Positions are doubles: in single precision a degree is no finer than 0.85 m at 120° E, and vessels
 * would jump when the map is moved close up.
 */
function toAttributes({ count, x, y, category, time, confidence }) {
  const position = new Float64Array(count * 2);
  const color = new Uint8Array(count * 4);
  const filter = new Float32Array(count * 2);
  const colors = Uint32Array.from(
    categoryColors,
    ([red, green, blue]) => (red | (green << 8) | (blue << 16) | (230 << 24)) >>> 0,
  );
  const colorWords = new Uint32Array(color.buffer);
  for (let index = 0; index < count; index++) {
    position[2 * index] = (x[index] / 2 ** 32) * 360 - 180;
    position[2 * index + 1] = (Math.atan(Math.sinh(Math.PI * (1 - y[index] / 2 ** 31))) * 180) / Math.PI;
    colorWords[index] = colors[category[index]];
    filter[2 * index] = time[index] - firstTime;
    filter[2 * index + 1] = confidence[index] / 254;
  }
  return {
    length: count,
    attributes: {
      getPosition: { value: position, size: 2 },
      getFillColor: { value: color, size: 4 },
      getFilterValue: { value: filter, size: 2 },
    },
  };
}

window.bench = {
  async prepare(count) {
    feed = benchFeed(count);
    while (!deck.isInitialized) await frame();
  },
  async load() {
    layerId = `points-${performance.now()}`;
    const startedAt = performance.now();
    data = toAttributes(feed);
    feed = undefined;
    packed = performance.now() - startedAt;
    const shown = layer(openRange);
    deck.setProps({ layers: [shown] });
    await new Promise((resolve) => {
      rendered = () => {
        if (shown.isLoaded) resolve();
      };
    });
    rendered = () => {};
    return performance.now() - startedAt;
  },
  packing: () => packed,
  async filter(times) {
    let sum = 0;
    for (let round = 0; round < times; round++) {
      const { from, to, minConfidence } = benchFilter(round);
      const startedAt = performance.now();
      const range = [
        [from - firstTime, to - firstTime],
        [minConfidence, 1],
      ];
      deck.setProps({ layers: [layer(range)] });
      deck.redraw('filter');
      sum += performance.now() - startedAt;
      await frame();
    }
    return sum / times;
  },
  pan: (steps) =>
    meanOfFrames(steps, (index) => {
      deck.setProps({ viewState: { ...viewState, longitude: viewState.longitude + (index % 40) * 0.18 } });
      deck.redraw('pan');
    }),
  drag: (steps) =>
    timesOfFrames(steps, (index) => {
      const degrees = (draggedPixels(index) * 360) / (256 * 2 ** benchView.zoom);
      deck.setProps({ viewState: { ...viewState, longitude: viewState.longitude - degrees } });
      deck.redraw('drag');
    }),
};
