import { Deck, MapView } from '@deck.gl/core';
import { DataFilterExtension } from '@deck.gl/extensions';
import { ScatterplotLayer } from '@deck.gl/layers';
import { benchData, benchFilter, benchView, categoryColors, firstTime, lastTime } from '../bench-data.ts';
import { frame, meanOfFrames, stubDraws } from '../pages/harness.ts';

stubDraws();
// One zoom level of deck.gl is 512 pixels for the world at 0.
const viewState = { longitude: benchView.longitude, latitude: benchView.latitude, zoom: benchView.zoom - 1 };
const extensions = [new DataFilterExtension({ filterSize: 2 })];
let data;
let layerId = '';
let rendered = () => {};
const deck = new Deck({
  parent: document.getElementById('map'),
  views: new MapView({ repeat: true }),
  initialViewState: viewState,
  controller: false,
  onAfterRender: () => rendered(),
});

/** Positions relative to the data's middle in single precision would be unfair; these are as deck.gl takes them. */
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

window.bench = {
  async prepare(count) {
    const { longitude, latitude, category, time, confidence } = benchData(count);
    const position = new Float64Array(count * 2);
    const color = new Uint8Array(count * 4);
    const filter = new Float32Array(count * 2);
    for (let index = 0; index < count; index++) {
      position[2 * index] = longitude[index];
      position[2 * index + 1] = latitude[index];
      color.set([...categoryColors[category[index]], 230], 4 * index);
      filter[2 * index] = time[index] - firstTime;
      filter[2 * index + 1] = confidence[index];
    }
    data = {
      length: count,
      attributes: {
        getPosition: { value: position, size: 2 },
        getFillColor: { value: color, size: 4 },
        getFilterValue: { value: filter, size: 2 },
      },
    };
    while (!deck.isInitialized) await frame();
  },
  async load() {
    layerId = `points-${performance.now()}`;
    const startedAt = performance.now();
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
};
