import { mapColors } from '../map-colors.ts';
import { PlacesLayer } from '../places/places-layer.ts';
import { BasemapLayer } from './basemap-layer.ts';
import type { BasemapPart, BasemapRequest, BasemapResponse } from './basemap-messages.ts';

/** Land, coasts and borders from bundled Natural Earth data, drawn by a worker, and names. */
export class Basemap {
  /** Names of countries, seas and ports. */
  readonly places = new PlacesLayer();
  readonly #worker = new Worker(new URL('./basemap-worker.ts', import.meta.url), { type: 'module' });
  readonly #layers: BasemapLayer[] = [];
  readonly layer = this.#createLayer('land');
  /** Coasts and borders above all detections; not visible at first. */
  readonly linesAbove = this.createLines();
  #lastId = 0;

  /** `onProblem` is called when the data cannot be read. */
  constructor(onProblem: (message: string) => void) {
    const report = (reason: string) => {
      for (const layer of this.#layers) layer.fail();
      onProblem(`The basemap cannot be drawn: ${reason}`);
    };
    this.#worker.onmessage = ({ data }: MessageEvent<BasemapResponse>) => {
      if ('problem' in data) report(data.problem);
      else if ('countries' in data) this.places.showCountries(data.countries);
      else this.#layers[data.layer]?.show(data.id, data.image, data.isFinal);
    };
    this.#worker.onerror = ({ message }) => report(message);
    this.linesAbove.setVisible(false);
    // The map starts with a view that names no port, so the list of ports is not part of the page's first script.
    import('../../../shared/places/ports.ts').then(
      ({ ports }) => this.places.showPorts(ports),
      () => onProblem('The basemap cannot be drawn: its ports could not be loaded.'),
    );
  }

  /** Coasts and borders alone, for above a layer that covers the land. */
  createLines(): BasemapLayer {
    return this.#createLayer('lines');
  }

  dispose(): void {
    this.#worker.terminate();
  }

  #createLayer(part: BasemapPart): BasemapLayer {
    const index = this.#layers.length;
    const layer = new BasemapLayer(
      (view, colors) => {
        this.#lastId += 1;
        const request: BasemapRequest = { layer: index, id: this.#lastId, part, view, colors };
        this.#worker.postMessage(request);
        return this.#lastId;
      },
      () => ({
        land: mapColors().land,
        line: part === 'land' ? mapColors().landLine : mapColors().lineAbove,
      }),
    );
    this.#layers.push(layer);
    return layer;
  }
}
