import type { AreaShape } from '../../shared/areas/area.ts';
import type { BoundingBox, LonLat } from '../../shared/geo/geometry.ts';
import type { Footprint } from '../../shared/results/detection.ts';
import type { IdSet } from '../../shared/results/id-set.ts';
import type { ReviewState } from '../../shared/review/review.ts';
import type { ChannelName } from './detections/detections-messages.ts';
import type { Measurement } from './measure/measurement.ts';
import type { SelectMode } from './selecting/select-tool.ts';

/**
 * What a press on the map does. `edit` changes the vertices of the selected area; `select-box` and `lasso` select
 * detections by dragging around them.
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

/** An order as the map draws it: all of its areas in one colour, dashed where its state is not a known one. */
export type MapOrder = {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb` */
  readonly color: string;
  readonly isStateKnown: boolean;
  readonly shapes: readonly AreaShape[];
};

/** The footprint and look direction of the focused detection. */
export type MapFootprint = { readonly footprint: Footprint; readonly label: string | null };

/** A chip image laid on the map: north-up square around `center`, `sizeMetres` wide. */
export type MapChip = { readonly url: string; readonly center: LonLat; readonly sizeMetres: number };

/**
 * Which detections are drawn, as far as the map can tell by itself: the same members as in the filter that table and
 * export use; null does not restrict. What else a filter has comes as a mask.
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

/** When density takes the place of points: where those would cover each other, always, or never. */
export type DensityMode = 'auto' | 'on' | 'off';

/** What the colours of the density view stand for. */
export type DensityState = {
  /** Detections in a square at the end of the ramp; its begin is one. */
  readonly top: number;
  /** Width of a square in CSS pixels. */
  readonly cellPixels: number;
};

/** How far a column that was asked for beside the feed has come, such as the mask of a filter. */
export type ChannelState =
  | { readonly state: 'off' }
  /** What was drawn before is still drawn. */
  | { readonly state: 'pending' }
  | {
      readonly state: 'shown';
      /** Detections that pass, or that have a value. */
      readonly count: number;
      /** Between which values sizes are scaled; null where there are none. */
      readonly scale: { readonly low: number; readonly high: number } | null;
    }
  | { readonly state: 'failed'; readonly message: string };

/** The shape that is being drawn or edited, so far. */
export type DrawingState = {
  /** Geodesic area in m²; null while the shape is none yet, or could not be taken. */
  readonly squareMetres: number | null;
  /** Corners placed; for a circle its centre alone. */
  readonly vertices: number;
  /** Geodesic radius of a circle. */
  readonly radiusMetres?: number;
};

/** A part of the map that can fail on its own. */
export type MapPart = 'basemap' | 'detections' | 'chip';

/** Where the map looks, for the status bar and for restoring it at the next start. */
export type MapView = {
  readonly center: LonLat;
  readonly zoom: number;
  /** Radians, clockwise. */
  readonly rotation: number;
  /** Denominator of the scale at the view's centre, on a screen of 96 dpi. */
  readonly scaleDenominator: number;
};

/** What lies under a press or the pointer. */
export type MapHit = {
  /** Detections, nearest first. */
  readonly detections: readonly number[];
  readonly areas: readonly string[];
  readonly orders: readonly string[];
  /** Keys of images' footprints while their layer is shown, the smallest first. */
  readonly footprints: readonly number[];
};

/** A place that a context menu is opened at, and what lies under it. */
export type MapMenu = MapHit & {
  /** CSS pixels from the map's top left corner. */
  readonly pixel: readonly [number, number];
  readonly position: LonLat;
};

/** What the map tells. All positions are `[longitude, latitude]`, longitudes −180…180 but for drawn shapes. */
export type MapEvents = {
  /** The pointer moved over the map (null: left it); at most once a frame. */
  pointer(position: LonLat | null): void;
  /** Detections under the pointer, nearest first; empty when none. At most once a frame. */
  hover(ids: readonly number[]): void;
  /** A press with one of the select tools or the edit tool, and everything under it. */
  click(
    press: MapHit & {
      readonly position: LonLat;
      /** Ctrl, Cmd or Shift was held: the press adds to the selection or takes away from it. */
      readonly adds: boolean;
    },
  ): void;
  /** Detections that were dragged around, and what becomes of the selection that there was. */
  outlined(ids: IdSet, mode: SelectMode): void;
  /** While drawing or editing: the shape so far; null when there is none any more. */
  drawing(state: DrawingState | null): void;
  /** The last point or edit was not taken, and why (self-crossing, pole, …). */
  refused(reason: string): void;
  /** With the measure tool: what was measured so far; null when there is nothing any more. */
  measured(measurement: Measurement | null): void;
  /** A finished new shape. */
  drawn(shape: AreaShape): void;
  /** A finished change of an area's shape. */
  edited(id: string, shape: AreaShape): void;
  /** A context menu is asked for, at a place on the map or, by key, at its centre. */
  menu(menu: MapMenu): void;
  view(view: MapView): void;
  /** How many of the drawn detections lie in the view; told after the view rests. */
  inView(count: number): void;
  /** What has become of a mask, of sizes or of headings that were asked for. */
  channel(name: ChannelName, state: ChannelState): void;
  /** Detections in view, where that is near and they are few; else none. Told after the view rests, while wanted. */
  nearby(ids: readonly number[]): void;
  /** Reviews have changed: a mask that asks for them may be another. */
  reviewed(): void;
  /** Density is shown, and what its colours stand for; null once points are shown. */
  density(shown: DensityState | null): void;
  /** Another feed is drawn now; so many detections it has. */
  detectionsShown(count: number): void;
  /** A part of the map cannot be drawn, and why; null once there is nothing to say of it any more. */
  problem(part: MapPart, message: string | null): void;
};
