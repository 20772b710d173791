import type { GeometryCollection } from 'geojson';
import { getCenter, getHeight, getWidth } from 'ol/extent.js';
import Feature, { type FeatureLike } from 'ol/Feature.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import RegularShape from 'ol/style/RegularShape.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { areaOutline } from './area-outline.ts';
import { FillsLayer } from './fills-layer.ts';
import { colorOver, mapColors, mapFont, mapScheme } from './map-colors.ts';
import type { MapOrder } from './map-types.ts';
import { polygonCopies } from './world-copies.ts';

/** Areas smaller than this on the screen, in CSS pixels, are drawn as a square that is large enough to click. */
const minShownPixels = 10;
/** CSS pixels from the middle of a name to that of the one below it. */
const lineHeight = 20;
/** Opacity of the color in a mark over the sea's, 0…1; the mark itself is opaque. */
const markOpacity = 0.4;

/** The areas of orders in the colors of their states, the shown order's highlighted and named. */
export class OrdersLayer {
  readonly source = new VectorSource<Feature>({ wrapX: false });
  readonly fills = new FillsLayer(this.source, {
    opacity: 0.11,
    colorOf: (feature) => (feature.get('isSelected') === true ? null : colorOf(feature)),
  });
  /** The outlines, and the fill of the selected order. */
  readonly outlines = new VectorLayer({
    source: this.source,
    style: (feature, resolution) => {
      const outline = outlineStyle(feature, this.fills.isOutlineInView(feature));
      if (!isSmall(feature, resolution)) return outline;
      return [outline, ...markStyles(feature)];
    },
  });

  /** The name of the selected order, in a separate layer for the same reason as those of areas. */
  readonly labels = new VectorLayer({
    source: this.source,
    declutter: true,
    style: (feature) => (feature.get('isSelected') === true ? labelStyle(orderOf(feature)) : []),
  });

  #orders: readonly MapOrder[] = [];

  show(orders: readonly MapOrder[], selectedId: string | null): void {
    this.#orders = orders;
    this.source.clear();
    this.source.addFeatures(orders.flatMap((order) => toFeatures(order, order.id === selectedId)));
  }

  /** All outlines that are shown, `[longitude, latitude]`. */
  allOutlines(): GeometryCollection {
    const shapes = this.#orders.flatMap((order) => order.shapes);
    return {
      type: 'GeometryCollection',
      geometries: shapes.map((shape) => ({ type: 'Polygon', coordinates: areaOutline(shape) })),
    };
  }

  /** The order that a feature of this layer belongs to. */
  orderIdOf(feature: FeatureLike): string {
    return orderOf(feature).id;
  }
}

function orderOf(feature: FeatureLike): MapOrder {
  return feature.get('order') as MapOrder;
}

function colorOf(feature: FeatureLike): string {
  return orderOf(feature).color[mapScheme()];
}

function isSmall(feature: FeatureLike, resolution: number): boolean {
  return Number(feature.get('size')) < minShownPixels * resolution;
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

/** The edge of a mark beneath the fills of all marks, so that a crowd has one edge around it. */
function markStyles(feature: FeatureLike): readonly Style[] {
  const color = colorOf(feature);
  const paints = [
    { stroke: new Stroke({ color, width: 3 }) },
    { fill: new Fill({ color: colorOver(color, mapColors().sea, markOpacity) }) },
  ];
  return paints.map(
    (paint, index) =>
      new Style({
        geometry: feature.get('centers') as MultiPoint,
        image: new RegularShape({
          points: 4,
          radius: minShownPixels / Math.SQRT2,
          angle: Math.PI / 4,
          ...paint,
        }),
        zIndex: index - paints.length,
      }),
  );
}

function outlineStyle(feature: FeatureLike, isInView: boolean): Style {
  const { isStateKnown } = orderOf(feature);
  const color = colorOf(feature);
  const isSelected = feature.get('isSelected') === true;
  return new Style({
    ...(isSelected && isInView ? { fill: new Fill({ color: `${color}38` }) } : {}),
    stroke: new Stroke({
      color,
      width: isSelected ? 3.5 : 2,
      ...(isStateKnown ? {} : { lineDash: [7, 5] }),
    }),
    zIndex: isSelected ? 1 : 0,
  });
}

function labelStyle({ name, color }: MapOrder): Style {
  return new Style({
    text: new Text({
      text: name,
      font: mapFont,
      // An order mostly has the outline of an area, whose name is in the middle of it.
      offsetY: lineHeight,
      fill: new Fill({ color: color[mapScheme()] }),
      stroke: new Stroke({ color: mapColors().halo, width: 3 }),
      overflow: true,
      declutterMode: 'declutter',
    }),
  });
}
