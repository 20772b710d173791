import LayerGroup from 'ol/layer/Group.js';
import VectorLayer from 'ol/layer/Vector.js';
import RenderFeature from 'ol/render/Feature.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import { perScheme } from '../map-colors.ts';
import { PlacesLayer } from '../places/places-layer.ts';
import type { BasemapShapes, FlatShape } from './basemap-shapes.ts';
import type { BasemapDetail, BasemapResponse } from './basemap-worker.ts';

/** From this zoom on the finer coastline is loaded and shown. */
const fineZoom = 6;

const fillStyle = perScheme(({ land }) => new Style({ fill: new Fill({ color: land }), zIndex: 0 }));
const lineStyle = perScheme(
  ({ landLine }) => new Style({ stroke: new Stroke({ color: landLine, width: 0.8 }), zIndex: 1 }),
);

/** Land, coasts, borders and a graticule, from bundled Natural Earth data, prepared in a worker. */
export class Basemap {
  readonly layer: LayerGroup;
  /** Names of countries, seas and ports. */
  readonly places = new PlacesLayer();
  readonly #worker = new Worker(new URL('./basemap-worker.ts', import.meta.url), { type: 'module' });
  readonly #sources = { '50m': new VectorSource<RenderFeature>(), '10m': new VectorSource<RenderFeature>() };
  readonly #coarse = landLayer(this.#sources['50m']);
  readonly #fine = landLayer(this.#sources['10m'], fineZoom);
  #isFineRequested = false;

  /** `onProblem` is called when the data cannot be read. */
  constructor(onProblem: (message: string) => void) {
    this.layer = new LayerGroup({ layers: [this.#coarse, this.#fine] });
    const report = (reason: string) => onProblem(`The basemap cannot be drawn: ${reason}`);
    this.#worker.onmessage = ({ data }: MessageEvent<BasemapResponse>) => {
      if ('problem' in data) report(data.problem);
      else if ('countries' in data) this.places.showCountries(data.countries);
      else this.#show(data);
    };
    this.#worker.onerror = ({ message }) => report(message);
    this.#worker.postMessage('50m' satisfies BasemapDetail);
    // The map starts with a view that names no port, so the list of ports is not part of the page's first script.
    import('../../../shared/places/ports.ts').then(
      ({ ports }) => this.places.showPorts(ports),
      () => report('its ports could not be loaded.'),
    );
  }

  /** Sets the zoom of the map; the detailed data is loaded when it is first needed. */
  setZoom(zoom: number): void {
    if (this.#isFineRequested || zoom < fineZoom - 0.5) return;
    this.#isFineRequested = true;
    this.#worker.postMessage('10m' satisfies BasemapDetail);
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #show({ detail, shapes }: Extract<BasemapResponse, { shapes: BasemapShapes }>): void {
    this.#sources[detail].addFeatures([
      ...shapes.land.map((shape) => toFeature('Polygon', shape)),
      ...shapes.lines.map((shape) => toFeature('LineString', shape)),
    ]);
    // Only now, so that the land stays visible while the detailed data is loading.
    if (detail === '10m') this.#coarse.setMaxZoom(fineZoom);
  }
}

function landLayer(source: VectorSource<RenderFeature>, minZoom?: number): VectorLayer {
  return new VectorLayer({
    source,
    style: (feature) => (feature.getGeometry()?.getType() === 'Polygon' ? fillStyle() : lineStyle()),
    ...(minZoom === undefined ? {} : { minZoom }),
  });
}

function toFeature(type: 'Polygon' | 'LineString', { coordinates, ends }: FlatShape): RenderFeature {
  return new RenderFeature(type, [...coordinates], [...ends], 2, {}, undefined);
}
