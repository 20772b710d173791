import type { FrameState } from 'ol/Map.js';
import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';
import type { MapDetectionStyle } from '../map-types.ts';
import { detectionTest, openFilter, type PackedBox, toPackedFilter } from './detection-filter.ts';
import { isShown, toPalette } from './detection-palette.ts';
import { detectionsExtent } from './detections-extent.ts';
import { visitBox } from './detections-index.ts';
import { DetectionsLayer } from './detections-layer.ts';
import { type DetectionSelection, markedDetections, noSelection } from './marked-detections.ts';
import { type PackedDetections, wordsPerDetection } from './packed-detections.ts';
import { Packer } from './packer.ts';
import { toPaintView } from './paint-view.ts';
import { boxAround, pixelOffset, positionAtOffset, worldParts } from './view-box.ts';

/** How far beside a point a press still hits it, in CSS pixels. */
const hitSlack = 4;
/** Under one press no more than so many are told; a list of more helps nobody. */
const maxHits = 200;

/** Events of the detections. */
export type DetectionsEvents = {
  /** Another feed has been packed and is drawn now. */
  packed(count: number): void;
  problem(message: string | null): void;
};

/** The detections on the map: feed, filter and marks come in; drawing, hits, counts and extent go out. */
export class Detections {
  readonly layer: DetectionsLayer;
  readonly #packer: Packer;
  #categories: readonly string[] = [];
  #packed: PackedDetections | null = null;
  #hidden: ReadonlySet<string> = new Set();
  #filter = openFilter;
  #colorOf: (analytic: string) => string = () => '#ffffff';
  #palette = toPalette([], this.#colorOf, this.#hidden);
  #selection = noSelection;

  constructor(events: DetectionsEvents) {
    this.layer = new DetectionsLayer(events.problem);
    this.#packer = new Packer(
      ({ categories, packed }) => {
        this.#categories = categories;
        this.#packed = packed;
        this.#updatePalette();
        this.layer.setPacked(packed);
        this.#updateMarks();
        events.packed(packed.count);
      },
      (message) => events.problem(`Detections cannot be drawn: ${message}`),
    );
  }

  setFeed(feed: DetectionFeed | null): void {
    if (feed) {
      this.#packer.pack(feed);
      return;
    }
    this.#packer.cancel();
    this.#packed = null;
    this.layer.setPacked(null);
    this.#updateMarks();
  }

  setStyle(style: MapDetectionStyle): void {
    this.#hidden = style.hiddenAnalytics;
    this.#filter = toPackedFilter(style);
    this.layer.setFilter(this.#filter);
    this.#updatePalette();
  }

  setColors(colorOf: (analytic: string) => string): void {
    this.#colorOf = colorOf;
    this.#updatePalette();
  }

  setSelection(selection: DetectionSelection): void {
    this.#selection = selection;
    this.#updateMarks();
  }

  /** Ids of the drawn detections at a pixel (CSS pixels from the upper left corner), nearest first. */
  at(pixel: readonly number[], frame: FrameState): number[] {
    const packed = this.#packed;
    if (!packed) return [];
    const view = toPaintView(frame);
    const right = (pixel[0] ?? 0) - view.width / 2;
    const down = (pixel[1] ?? 0) - view.height / 2;
    const reach = view.radius + hitSlack;
    const [x, y] = positionAtOffset(view, right, down);
    const hits: { readonly id: number; readonly distance: number }[] = [];
    this.#visitShown(boxAround(x, y, reach * view.unitsPerPixel), (place) => {
      const [pointRight, pointDown] = pixelOffset(view, ...positionAt(packed, place));
      const distance = Math.hypot(pointRight - right, pointDown - down);
      if (distance <= reach) hits.push({ id: packed.ids[place] as number, distance });
    });
    return hits
      .sort((one, other) => one.distance - other.distance)
      .slice(0, maxHits)
      .map(({ id }) => id);
  }

  /** How many of the drawn detections lie in the view. */
  countInView(frame: FrameState): number {
    const packed = this.#packed;
    if (!packed) return 0;
    const view = toPaintView(frame);
    let count = 0;
    // A detection on several copies of the world is counted on the one nearest to the centre only.
    const own = worldParts(view, 0).find(({ offset }) => offset === 0);
    this.#visitShown(own?.box ?? null, (place) => {
      const [right, down] = pixelOffset(view, ...positionAt(packed, place));
      if (Math.abs(right) <= view.width / 2 && Math.abs(down) <= view.height / 2) count += 1;
    });
    return count;
  }

  /** The box around all detections that are drawn; null when there are none. */
  extent(): PackedBox | null {
    return this.#packed && detectionsExtent(this.#packed, this.#test(this.#packed));
  }

  dispose(): void {
    this.#packer.dispose();
    this.layer.dispose();
  }

  #visitShown(box: PackedBox | null, visit: (place: number) => void): void {
    const packed = this.#packed;
    if (!packed || !box) return;
    const passes = this.#test(packed);
    visitBox(packed, box, (place) => {
      if (passes(place)) visit(place);
    });
  }

  #test(packed: PackedDetections): (place: number) => boolean {
    return detectionTest(packed, this.#filter, (category) => isShown(this.#palette, category));
  }

  #updatePalette(): void {
    this.#palette = toPalette(this.#categories, this.#colorOf, this.#hidden);
    this.layer.setPalette(this.#palette);
  }

  #updateMarks(): void {
    this.layer.setMarked(this.#packed ? markedDetections(this.#packed, this.#selection) : new Uint32Array(0));
  }
}

function positionAt({ words }: PackedDetections, place: number): [number, number] {
  const word = place * wordsPerDetection;
  return [words[word] as number, words[word + 1] as number];
}
