import type { GeometryCollection } from 'geojson';
import { getCenter, getHeight, getWidth } from 'ol/extent.js';
import Feature from 'ol/Feature.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { areaOutline } from './area-outline.ts';
import { mapColors, mapFont, mapScheme } from './map-colors.ts';
import type { MapOrder } from './map-types.ts';
import { polygonCopies } from './world-copies.ts';

/** Areas smaller than this on the screen, in CSS pixels, are drawn as a square that is large enough to click. */
const minShownPixels = 10;

/** The areas of orders in the colors of their states, the shown order's highlighted and named. */
export class OrdersLayer {
  readonly #source = new VectorSource({ wrapX: false });
  readonly layer = new VectorLayer({
    source: this.#source,
    declutter: true,
    style: (feature, resolution) => {
      const order = feature.get('order') as MapOrder;
      const isSelected = feature.get('isSelected') === true;
      const isSmall = Number(feature.get('size')) < minShownPixels * resolution;
      const outline = outlineStyle(order, isSelected);
      return isSmall ? [outline, markStyle(order, feature.get('centers') as MultiPoint)] : outline;
    },
  });

  #orders: readonly MapOrder[] = [];

  show(orders: readonly MapOrder[], selectedId: string | null): void {
    this.#orders = orders;
    this.#source.clear();
    this.#source.addFeatures(orders.flatMap((order) => toFeatures(order, order.id === selectedId)));
  }

  /** All outlines that are shown, `[longitude, latitude]`. */
  outlines(): GeometryCollection {
    const shapes = this.#orders.flatMap((order) => order.shapes);
    return {
      type: 'GeometryCollection',
      geometries: shapes.map((shape) => ({ type: 'Polygon', coordinates: areaOutline(shape) })),
    };
  }

  /** The order that a feature of this layer belongs to. */
  orderIdOf(feature: { get(name: string): unknown }): string {
    return (feature.get('order') as MapOrder).id;
  }
}

function toFeatures(order: MapOrder, isSelected: boolean): Feature[] {
  return order.shapes.map((shape) => {
    const copies = polygonCopies(areaOutline(shape));
    const extents = copies.getPolygons().map((polygon) => polygon.getExtent());
    const [first] = extents;
    return new Feature({
      geometry: copies,
      order,
      isSelected,
      size: first ? Math.max(getWidth(first), getHeight(first)) : 0,
      centers: new MultiPoint(extents.map(getCenter)),
    });
  });
}

function markStyle(order: MapOrder, centers: MultiPoint): Style {
  return new Style({
    geometry: centers,
    image: new RegularShape({
      points: 4,
      radius: minShownPixels / Math.SQRT2,
      angle: Math.PI / 4,
      fill: new Fill({ color: `${order.color[mapScheme()]}55` }),
      stroke: new Stroke({ color: order.color[mapScheme()], width: 1.5 }),
      // Every mark is drawn, also where another one or a name is.
      declutterMode: 'none',
    }),
  });
}

function outlineStyle({ name, color: colors, isStateKnown }: MapOrder, isSelected: boolean): Style {
  const color = colors[mapScheme()];
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
            stroke: new Stroke({ color: mapColors().halo, width: 3 }),
            overflow: true,
            declutterMode: 'obstacle',
          }),
        }
      : {}),
  });
}
