import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import type BaseLayer from 'ol/layer/Base.js';
import Graticule from 'ol/layer/Graticule.js';
import VectorLayer from 'ol/layer/Vector.js';
import type { FrameState } from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import Fill from 'ol/style/Fill.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { mapColorsOf, mapFont, mapScheme, perScheme, type SchemeColors } from '../map-colors.ts';
import { toContinuousLonLat, toMapCoordinate } from '../map-projection.ts';
import { formatDegrees, formatMeridian } from './format-degrees.ts';
import {
  labelGraticule,
  leftEdgeAt,
  lowerEdgeAt,
  meridiansOf,
  parallelsOf,
  type ViewBox,
} from './graticule-labels.ts';
import type { GridBox } from './grid-zones.ts';
import { type Grid, type GridLabel, type MgrsSquareWidth, mgrsGrid } from './mgrs-grid.ts';

/** Minimum zoom for squares of 100, 10 and 1 km; below it their lines would be too close. */
const stepZooms: readonly (readonly [zoom: number, step: MgrsSquareWidth])[] = [
  [13, 1_000],
  [9.5, 10_000],
  [6.3, 100_000],
];
/** Margin around the view, as a fraction of its size, so that lines do not end while dragging. */
const margin = 0.5;

const squareLine = perScheme(
  ({ graticule }) => new Style({ stroke: new Stroke({ color: graticule, width: 1 }) }),
);
const zoneLine = perScheme(
  ({ graticuleZone }) => new Style({ stroke: new Stroke({ color: graticuleZone, width: 1.4 }) }),
);
const nameColors = perScheme(textColors);
const degreeFont = mapFont.replace('12px', '11px');
const latitudeText = { font: degreeFont, textAlign: 'left', offsetX: 4, offsetY: -7 } as const;
/** Takes the room of a text without drawing it. */
const reserving = { fill: new Fill({ color: 'transparent' }), declutterMode: 'obstacle' } as const;
const longitudeText = { font: degreeFont, textBaseline: 'bottom', offsetY: -2 } as const;

/** Lines of longitude and latitude with their degrees at the edges, or the squares of MGRS with their names. */
export class GraticuleLayer {
  /** One for each color scheme, since OpenLayers cannot change the colors of a graticule. */
  readonly #degrees = {
    dark: degrees(mapColorsOf.dark, () => this.#reservedBoxes ?? this.#covered),
    light: degrees(mapColorsOf.light, () => this.#reservedBoxes ?? this.#covered),
  };
  readonly #lines = new VectorSource({ wrapX: false });
  readonly #labels = new VectorSource({ wrapX: false });
  readonly #squares = new VectorLayer({ source: this.#lines, visible: false });
  readonly #names = new VectorLayer({ source: this.#labels, visible: false, declutter: true });
  /** The layers of lines and names, bottom to top. */
  readonly layers: readonly BaseLayer[] = [this.#degrees.dark, this.#degrees.light, this.#squares];
  readonly labels: readonly BaseLayer[] = [this.#names];
  readonly #reserved = new VectorSource({ wrapX: false });
  /** Invisible texts where the degrees are at rest, so that no name is drawn over them; for above all other layers. */
  readonly reserved = new VectorLayer({ source: this.#reserved, declutter: true });
  #kind: 'degrees' | 'mgrs' = 'degrees';
  #frame: FrameState | null = null;
  #isVisible = false;
  /** Boxes of a picture that is being drawn; null while there is none. */
  #reservedBoxes: readonly ViewBox[] | null = null;
  #covered: readonly ViewBox[] = [];

  constructor() {
    this.applyScheme();
  }

  setKind(kind: 'degrees' | 'mgrs'): void {
    this.#kind = kind;
    this.applyScheme();
    this.#squares.setVisible(kind === 'mgrs');
    this.#names.setVisible(kind === 'mgrs');
    this.#update();
    if (kind === 'mgrs') this.#reserved.clear();
    else if (this.#frame) this.setView(this.#frame);
  }

  /** Shows the lines in the color scheme in use. */
  applyScheme(): void {
    for (const scheme of ['dark', 'light'] as const) {
      this.#degrees[scheme].setVisible(this.#kind === 'degrees' && scheme === mapScheme());
    }
  }

  /** Sets whether the lines are shown, in the view that was drawn last. */
  setVisible(frame: FrameState, isVisible: boolean): void {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.setView(frame);
  }

  /** Sets boxes of a picture without degrees; null: there is no picture. */
  setReserved(boxes: readonly ViewBox[] | null): void {
    this.#reservedBoxes = boxes;
    for (const layer of this.layers) layer.changed();
  }

  /** Sets boxes of the screen that cover the map, where degrees would be cut. */
  setCovered(boxes: readonly ViewBox[]): void {
    if (JSON.stringify(boxes) === JSON.stringify(this.#covered)) return;
    this.#covered = boxes;
    for (const layer of this.layers) layer.changed();
  }

  /** Sets the view of the map. */
  setView(frame: FrameState): void {
    this.#frame = frame;
    this.#update();
    this.#reserved.clear();
    if (this.#isVisible && this.#kind === 'degrees') this.#reserved.addFeatures(this.#degreesAtEdges(frame));
  }

  /** The degrees at the left and the lower edge. */
  #degreesAtEdges(frame: FrameState): Feature[] {
    const graticule = this.#degrees[mapScheme()];
    const left = [...parallelsOf(graticule)].flatMap((y) => {
      const position = leftEdgeAt(y, frame);
      const text = formatDegrees(toContinuousLonLat([0, y])[1], 'N', 'S');
      return position ? [reservedText(position, new Text({ ...latitudeText, ...reserving, text }))] : [];
    });
    const below = [...meridiansOf(graticule)].flatMap((x) => {
      const text = formatMeridian(toContinuousLonLat([x, 0])[0]);
      return lowerEdgeAt(x, frame).map((position) =>
        reservedText(position, new Text({ ...longitudeText, ...reserving, text })),
      );
    });
    return [...left, ...below];
  }

  #update(): void {
    if (this.#kind !== 'mgrs' || !this.#frame) return;
    const { viewState } = this.#frame;
    const step = stepZooms.find(([zoom]) => viewState.zoom >= zoom)?.[1] ?? 'zones';
    this.#show(mgrsGrid(boxAround(this.#frame), step));
  }

  #show({ lines, labels }: Grid): void {
    this.#lines.clear();
    this.#lines.addFeatures(
      lines.map(({ positions, isZone }) => {
        const coordinates = positions.map(([x = 0, y = 0]) => toMapCoordinate([x, y]));
        const feature = new Feature(new LineString(coordinates));
        feature.setStyle(isZone ? () => zoneLine() : () => squareLine());
        return feature;
      }),
    );
    this.#labels.clear();
    this.#labels.addFeatures(labels.map(toLabel));
  }
}

function toLabel({ position: [x = 0, y = 0], text, isZone }: GridLabel): Feature {
  const feature = new Feature(new Point(toMapCoordinate([x, y])));
  const font = isZone ? mapFont.replace('12px', '600 14px') : mapFont.replace('12px', '11px');
  feature.setStyle(
    // The names of zones have priority; both are below the names of places.
    () => new Style({ text: new Text({ text, font, ...nameColors() }), zIndex: isZone ? -1 : -2 }),
  );
  return feature;
}

function reservedText(position: readonly [number, number], text: Text): Feature {
  const feature = new Feature(new Point([...position]));
  feature.setStyle(new Style({ text }));
  return feature;
}

function textColors({ graticuleText, halo }: SchemeColors) {
  return { fill: new Fill({ color: graticuleText }), stroke: new Stroke({ color: halo, width: 3 }) };
}

function degrees(colors: SchemeColors, reserved: () => readonly ViewBox[]): Graticule {
  const text = textColors(colors);
  const graticule = new Graticule({
    strokeStyle: new Stroke({ color: colors.graticule, width: 1 }),
    visible: false,
    wrapX: true,
  });
  labelGraticule(
    graticule,
    {
      latitude: new Text({ ...latitudeText, ...text }),
      longitude: new Text({ ...longitudeText, ...text }),
    },
    reserved,
  );
  return graticule;
}

/** The view with its margin, in degrees, within what Web Mercator shows. */
function boxAround({ extent, viewState }: FrameState): GridBox {
  const [minX = 0, minY = 0, maxX = 0, maxY = 0] = extent ?? [...viewState.center, ...viewState.center];
  const [reachX, reachY] = [(maxX - minX) * margin, (maxY - minY) * margin];
  const [west, south] = toContinuousLonLat([minX - reachX, minY - reachY]);
  const [east, north] = toContinuousLonLat([maxX + reachX, maxY + reachY]);
  return { west: Math.max(-540, west), south, east: Math.min(540, east), north };
}
