import type { ChipImage } from './chip-image.ts';
import { type FetchedChip, fetchChip } from './fetch-chip.ts';

/** The loading state of a chip. */
export type CachedChip =
  | { readonly kind: 'loading' }
  | { readonly kind: 'image'; readonly image: ChipImage }
  | Exclude<FetchedChip, { kind: 'image' }>;

/** Reasons for a missing chip that may become available later. */
export type RetryableChipKind = 'absent' | 'offline' | 'sign-in-needed' | 'forbidden' | 'failed';

type ChipCacheDeps = {
  decode(file: Blob): Promise<ChipImage>;
  /** Maximum size of cached chips that are not requested; the least recently used are removed first. */
  readonly maxIdleBytes: number;
  readonly fetch?: (id: number, signal: AbortSignal) => Promise<FetchedChip>;
};

/** The main process fetches this many at once; browsers open at most six connections to a host. */
const maxParallelFetches = 4;

/**
 * A cache of decoded chips. Requested chips are fetched in order of urgency; fetches that are no longer requested are
 * aborted. Loaded chips stay until the size limit is reached.
 */
export class ChipCache {
  readonly #deps: ChipCacheDeps;
  readonly #chips = new Map<number, CachedChip>();
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  #requested: readonly number[] = [];

  constructor(deps: ChipCacheDeps) {
    this.#deps = deps;
  }

  /** The state of a chip; undefined when it was not requested. The same object until it changes. */
  get(id: number): CachedChip | undefined {
    return this.#chips.get(id);
  }

  /** Sets the requested chips, the most urgent first. */
  setRequested(ids: readonly number[]): void {
    this.#requested = ids;
    const requested = new Set(ids);
    for (const [id, controller] of this.#running) {
      if (requested.has(id)) continue;
      controller.abort();
      this.#running.delete(id);
      this.#chips.delete(id);
    }
    for (const [id, chip] of this.#chips) {
      if (chip.kind === 'loading' && !requested.has(id)) this.#chips.delete(id);
    }
    for (const id of ids) {
      const chip = this.#chips.get(id);
      // Reinserts it, because the map is in order of last use.
      if (chip) this.#chips.delete(id);
      this.#chips.set(id, chip ?? { kind: 'loading' });
    }
    this.#fetchMore();
    this.#makeRoom(requested);
  }

  /** Refetches the requested chips of these kinds and removes the others. */
  retry(kinds: readonly RetryableChipKind[]): void {
    let isChanged = false;
    for (const [id, { kind }] of this.#chips) {
      if (!kinds.some((each) => each === kind)) continue;
      isChanged = true;
      this.#chips.delete(id);
    }
    if (!isChanged) return;
    this.setRequested(this.#requested);
    this.#notify();
  }

  /** Clears the cache: another workspace has other chips with the same ids. */
  clear(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#chips.clear();
    this.#requested = [];
    this.#notify();
  }

  /** Calls `listener` when the state of a chip changes. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #fetchMore(): void {
    for (const id of this.#requested) {
      if (this.#running.size >= maxParallelFetches) return;
      if (this.#chips.get(id)?.kind !== 'loading' || this.#running.has(id)) continue;
      const controller = new AbortController();
      this.#running.set(id, controller);
      void this.#obtain(id, controller.signal).then((chip) => {
        if (this.#running.get(id) !== controller) return;
        this.#running.delete(id);
        this.#chips.set(id, chip);
        this.#fetchMore();
        this.#notify();
      });
    }
  }

  async #obtain(id: number, signal: AbortSignal): Promise<CachedChip> {
    try {
      const fetched = await (this.#deps.fetch ?? fetchChip)(id, signal);
      if (fetched.kind !== 'image') return fetched;
      return { kind: 'image', image: await this.#deps.decode(fetched.blob) };
    } catch (cause) {
      // Aborted: the result is not used.
      if (signal.aborted) return { kind: 'loading' };
      return { kind: 'failed', reason: `The chip cannot be read: ${String(cause)}` };
    }
  }

  #makeRoom(requested: ReadonlySet<number>): void {
    let idleBytes = 0;
    for (const [id, chip] of this.#chips) if (!requested.has(id)) idleBytes += bytesOf(chip);
    for (const [id, chip] of this.#chips) {
      if (idleBytes <= this.#deps.maxIdleBytes) return;
      if (requested.has(id)) continue;
      this.#chips.delete(id);
      idleBytes -= bytesOf(chip);
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Bytes of its pixels and of the stretched copy that is drawn. */
function bytesOf(chip: CachedChip): number {
  return chip.kind === 'image' ? 2 * chip.image.pixels.byteLength : 64;
}
