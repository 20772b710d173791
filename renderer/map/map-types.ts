import type { AreaShape } from '../../shared/areas/area.ts';
import type { ErrorExplanation } from '../../shared/error-text.ts';
import type { BoundingBox, LonLat } from '../../shared/geo/geometry.ts';
import type { Footprint } from '../../shared/results/detection.ts';
import type { DetectionField } from '../../shared/results/detection-field.ts';
import type { ColorScale } from '../../shared/results/feed-colors.ts';
import type { IdSet } from '../../shared/results/id-set.ts';
import type { ReviewState } from '../../shared/review/review.ts';
import type { ColorScheme } from '../ui/design-tokens.ts';
import type { ChannelName } from './detections/detections-messages.ts';
import type { Measurement } from './measure/measurement.ts';
import type { SelectMode } from './selecting/select-tool.ts';

/**
 * The tools of the map. `edit` changes the vertices of the selected area; `select-box` and `lasso` select detections by
 * dragging around them.
 */
export type MapTool =
  | 'select'
  | 'select-box'
  | 'lasso'
  | 'rectangle'
  | 'polygon'
  | 'circle'
  | 'edit'
  | 'measure';

/** An area as the map draws it. */
export type MapArea = { readonly id: string; readonly name: string; readonly shape: AreaShape };

/** An order as the map draws it: all of its areas in one color, dashed where its state is not a known one. */
export type MapOrder = {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: Readonly<Record<ColorScheme, string>>;
  readonly isStateKnown: boolean;
  readonly shapes: readonly AreaShape[];
};

/** The footprint and look direction of the focused detection. */
export type MapFootprint = { readonly footprint: Footprint; readonly label: string | null };

/** A chip image on the map, upright around `center`. Without a scale it has a fixed size on the screen. */
export type MapChip = {
  readonly url: string;
  readonly center: LonLat;
  /** Metres on the ground for each pixel of the file, by the analyst's calibration; null without one. */
  readonly metersPerPixel: number | null;
};

/**
 * The part of the detection filter that the map applies itself; null does not restrict. The rest of a filter is
 * loaded as a mask.
 */
export type MapDetectionStyle = {
  readonly analytics: readonly string[] | null;
  /** Epoch milliseconds, from inclusive, to exclusive; null: no bound. */
  readonly collectedFrom: number | null;
  readonly collectedTo: number | null;
  readonly minConfidence: number | null;
  readonly boundingBox: BoundingBox | null;
  readonly verdicts: readonly ReviewState[] | null;
  readonly flagged: boolean | null;
};

/** When density is shown instead of points: where points would overlap, always, or never. */
export type DensityMode = 'auto' | 'on' | 'off';

/** Content of a label next to a detection. */
export type MapLabel = DetectionField;

/** The color scale of the density view. */
export type DensityState = {
  /** The count at the end of the ramp; its start is one. */
  readonly top: number;
  /** Width of a square in CSS pixels. */
  readonly cellPixels: number;
  /** The number of symbols above which density is shown without a graphics card; absent where it has other reasons. */
  readonly symbolLimit?: number;
};

/** The detections in and around the view, where their hulls are drawn; none where too many are in view. */
export type CloseUp = { readonly ids: readonly number[]; readonly isCrowded: boolean };

/** The state of a column that is loaded separately from the feed, such as the mask of a filter. */
export type ChannelState =
  | { readonly state: 'off' }
  /** The previous column is still drawn. */
  | { readonly state: 'pending' }
  | {
      readonly state: 'shown';
      /** Number of detections that match, or that have a value. */
      readonly count: number;
      /** The values at the ends of the size scale; null where there are none. */
      readonly scale: { readonly low: number; readonly high: number } | null;
      /** Color scale: what they mean. */
      readonly colors?: ColorScale;
    }
  | ({ readonly state: 'failed' } & ErrorExplanation);

/** The current state of the shape that is being drawn or edited. */
export type DrawingState = {
  /** Geodesic area in m²; null while the shape is incomplete or invalid. */
  readonly squareMetres: number | null;
  /** Number of placed corners; for a circle only its center counts. */
  readonly vertices: number;
  /** Geodesic radius of a circle. */
  readonly radiusMetres?: number;
};

/** A part of the map that can fail independently. */
export type MapPart = 'basemap' | 'detections' | 'reviews' | 'chip';

/** The view of the map, for the status bar and for restoring it at the next start. */
export type MapView = {
  readonly center: LonLat;
  readonly zoom: number;
  /** Radians, clockwise. */
  readonly rotation: number;
  /** Denominator of the scale at the view's center, on a screen of 96 dpi. */
  readonly scaleDenominator: number;
};

/** Object under a click or the pointer. */
export type MapHit = {
  /** Detections, nearest first. */
  readonly detections: readonly number[];
  /** Total number of detections; higher than the number of listed ones where very many overlap. */
  readonly detectionCount: number;
  readonly areas: readonly string[];
  readonly orders: readonly string[];
  /** Keys of images' footprints while their layer is shown, the smallest first. */
  readonly footprints: readonly number[];
  /** Features of the user's own layers, topmost first. */
  readonly layerFeatures: readonly LayerFeatureHit[];
};

/** A feature of a layer of the user's, by the layer's id and the number of the feature. */
export type LayerFeatureHit = { readonly layerId: string; readonly fid: number };

/** The position of a context menu, and what is under it. */
export type MapMenuTarget = MapHit & {
  /** CSS pixels from the map's top left corner. */
  readonly pixel: readonly [number, number];
  readonly position: LonLat;
};

/** The events of the map. All positions are `[longitude, latitude]`, longitudes −180…180 except in drawn shapes. */
export type MapEvents = {
  /** The pointer moved over the map (null: left it); at most once a frame. */
  pointer(position: LonLat | null): void;
  /** Detections under the pointer, nearest first; empty when none. At most once a frame. */
  hover(ids: readonly number[]): void;
  /** A click with one of the select tools or the edit tool, and everything under it. */
  click(
    click: MapHit & {
      readonly position: LonLat;
      /** Whether Ctrl, Cmd or Shift was held: the click then adds to the selection or removes from it. */
      readonly isAdditive: boolean;
    },
  ): void;
  /** Detections inside a drawn outline, and how they change the selection. */
  outlined(ids: IdSet, mode: SelectMode): void;
  /** While drawing or editing: the shape so far; null when there is none. */
  drawing(state: DrawingState | null): void;
  /** The last point or edit was refused, and why (self-crossing, pole, …). */
  refused(reason: string): void;
  /** With the measure tool: the measurement so far; null when there is none. */
  measured(measurement: Measurement | null): void;
  /** A finished new shape. */
  drawn(shape: AreaShape): void;
  /** A finished change of an area's shape. */
  edited(id: string, shape: AreaShape): void;
  /** A context menu is requested, at a position or, by key, at the center of the map. */
  menu(menu: MapMenuTarget): void;
  view(view: MapView): void;
  /** The number of drawn detections in view; emitted after the view has settled. */
  inView(count: number): void;
  /** The state of a mask, of sizes, headings or colors. */
  channel(name: ChannelName, state: ChannelState): void;
  /**
   * Detections in view, when zoomed in and there are few; else none. Emitted after the view has settled, while
   * enabled.
   */
  nearby(ids: readonly number[]): void;
  /** The detections whose hulls are to be drawn; emitted after the view has settled, while enabled. */
  closeUp(closeUp: CloseUp): void;
  /** Reviews have changed: a mask that depends on them may be outdated. */
  reviewed(): void;
  /** The color scale of the density view; null while points are shown. */
  density(shown: DensityState | null): void;
  /** Number of detections in the density square under the pointer; null without one. */
  square(count: number | null): void;
  /** A new feed is drawn, with its number of detections. */
  detectionsShown(count: number): void;
  /** A part of the map cannot be drawn, and why; null when that is resolved. */
  problem(part: MapPart, message: string | null): void;
};
