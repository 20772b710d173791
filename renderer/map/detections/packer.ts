import type { DetectionFeed } from '../../../shared/results/detection-feed.ts';
import type { PackRequest } from './pack-worker.ts';
import type { PackedDetections } from './packed-detections.ts';

type Answer = { readonly ticket: number; readonly packed: PackedDetections };

/** Packs feeds in a worker, so that the page stays responsive. Only the newest feed is answered. */
export class Packer {
  readonly #worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module' });
  #ticket = 0;
  #categories: readonly string[] = [];

  constructor(
    onPacked: (feed: { readonly categories: readonly string[]; readonly packed: PackedDetections }) => void,
    onFailed: (message: string) => void,
  ) {
    this.#worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (data.ticket === this.#ticket) onPacked({ categories: this.#categories, packed: data.packed });
    };
    this.#worker.onerror = (event) => onFailed(event.message);
  }

  /** Starts packing; an unfinished earlier feed is forgotten. */
  pack(feed: DetectionFeed): void {
    this.#ticket += 1;
    // The columns are copied once, because the feed stays the store's; the copies are then given away.
    const { count, categories, version: _version, ...columns } = feed;
    this.#categories = categories;
    const copies = {
      id: columns.id.slice(),
      x: columns.x.slice(),
      y: columns.y.slice(),
      time: columns.time.slice(),
      category: columns.category.slice(),
      confidence: columns.confidence.slice(),
      flags: columns.flags.slice(),
    };
    const request: PackRequest = { ticket: this.#ticket, columns: { count, ...copies } };
    this.#worker.postMessage(
      request,
      Object.values(copies).map((copy) => copy.buffer as ArrayBuffer),
    );
  }

  /** Forgets what is being packed. */
  cancel(): void {
    this.#ticket += 1;
  }

  dispose(): void {
    this.#worker.terminate();
  }
}
