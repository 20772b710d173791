import Feature from 'ol/Feature.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { outlineOf } from './area-outline.ts';
import { mapColors, mapFont } from './map-colors.ts';
import type { MapOrder } from './map-types.ts';
import { polygonCopies } from './world-copies.ts';

/** The areas of orders in the colours of their states, the shown order's highlighted and named. */
export class OrdersLayer {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({
    source: this.#source,
    style: (feature) => orderStyle(feature.get('order') as MapOrder, feature.get('isSelected') === true),
  });

  show(orders: readonly MapOrder[], selectedId: string | null): void {
    this.#source.clear();
    this.#source.addFeatures(orders.flatMap((order) => toFeatures(order, order.id === selectedId)));
  }

  /** The order that a feature of this layer belongs to. */
  orderIdOf(feature: { get(name: string): unknown }): string {
    return (feature.get('order') as MapOrder).id;
  }
}

function toFeatures(order: MapOrder, isSelected: boolean): Feature[] {
  return order.shapes.map(
    (shape) => new Feature({ geometry: polygonCopies(outlineOf(shape)), order, isSelected }),
  );
}

function orderStyle({ name, color, isStateKnown }: MapOrder, isSelected: boolean): Style {
  return new Style({
    fill: new Fill({ color: `${color}${isSelected ? '38' : '1c'}` }),
    stroke: new Stroke({
      color,
      width: isSelected ? 3.5 : 2,
      ...(isStateKnown ? {} : { lineDash: [7, 5] }),
    }),
    zIndex: isSelected ? 1 : 0,
    ...(isSelected
      ? {
          text: new Text({
            text: name,
            font: mapFont,
            fill: new Fill({ color }),
            stroke: new Stroke({ color: mapColors.halo, width: 3 }),
            overflow: true,
          }),
        }
      : {}),
  });
}
