import type { ChipImage } from './chip-image.ts';
import { type FetchedChip, fetchChip } from './fetch-chip.ts';

/** A chip as far as it has come. */
export type ShelvedChip =
  | { readonly kind: 'loading' }
  | { readonly kind: 'image'; readonly image: ChipImage }
  | Exclude<FetchedChip, { kind: 'image' }>;

/** Why a chip may be there later: not yet in the store, out of reach, or not without a sign-in. */
export type LaterChip = 'absent' | 'offline' | 'sign-in-needed' | 'forbidden' | 'failed';

type ChipShelfParts = {
  decode(file: Blob): Promise<ChipImage>;
  /** Chips that nobody wants now are kept up to so many bytes, the last used longest. */
  readonly spareBytes: number;
  readonly fetch?: (id: number, signal: AbortSignal) => Promise<FetchedChip>;
};

/** As many as the main process asks the service for at once; browsers have six connections to a host. */
const atOnce = 4;

/**
 * Chips decoded and ready to be drawn. Whoever shows some says which are wanted, the most urgent first: they are
 * fetched in that order, what is not wanted any more is given up, and what is there stays while there is room.
 */
export class ChipShelf {
  readonly #parts: ChipShelfParts;
  readonly #chips = new Map<number, ShelvedChip>();
  readonly #underWay = new Map<number, AbortController>();
  readonly #listeners = new Set<() => void>();
  #wanted: readonly number[] = [];

  constructor(parts: ChipShelfParts) {
    this.#parts = parts;
  }

  /** How far a chip has come; undefined when nobody has wanted it. The same object until it changes. */
  get(id: number): ShelvedChip | undefined {
    return this.#chips.get(id);
  }

  /** Chips that are to be there, the most urgent first. */
  want(ids: readonly number[]): void {
    this.#wanted = ids;
    const wanted = new Set(ids);
    for (const [id, controller] of this.#underWay) {
      if (wanted.has(id)) continue;
      controller.abort();
      this.#underWay.delete(id);
      this.#chips.delete(id);
    }
    for (const [id, chip] of this.#chips) {
      if (chip.kind === 'loading' && !wanted.has(id)) this.#chips.delete(id);
    }
    for (const id of ids) {
      const chip = this.#chips.get(id);
      // What was used last goes last.
      if (chip) this.#chips.delete(id);
      this.#chips.set(id, chip ?? { kind: 'loading' });
    }
    this.#fetchMore();
    this.#makeRoom(wanted);
  }

  /** Asks again for those chips of these kinds that are wanted; the others are forgotten. */
  askAgain(kinds: readonly LaterChip[]): void {
    let isChanged = false;
    for (const [id, { kind }] of this.#chips) {
      if (!kinds.some((each) => each === kind)) continue;
      isChanged = true;
      this.#chips.delete(id);
    }
    if (!isChanged) return;
    this.want(this.#wanted);
    this.#tell();
  }

  /** Forgets everything: another workspace has other chips under the same ids. */
  clear(): void {
    for (const controller of this.#underWay.values()) controller.abort();
    this.#underWay.clear();
    this.#chips.clear();
    this.#wanted = [];
    this.#tell();
  }

  /** Calls back when a chip has come further; the answer ends that. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #fetchMore(): void {
    for (const id of this.#wanted) {
      if (this.#underWay.size >= atOnce) return;
      if (this.#chips.get(id)?.kind !== 'loading' || this.#underWay.has(id)) continue;
      const controller = new AbortController();
      this.#underWay.set(id, controller);
      void this.#obtain(id, controller.signal).then((chip) => {
        if (this.#underWay.get(id) !== controller) return;
        this.#underWay.delete(id);
        this.#chips.set(id, chip);
        this.#fetchMore();
        this.#tell();
      });
    }
  }

  async #obtain(id: number, signal: AbortSignal): Promise<ShelvedChip> {
    try {
      const fetched = await (this.#parts.fetch ?? fetchChip)(id, signal);
      if (fetched.kind !== 'image') return fetched;
      return { kind: 'image', image: await this.#parts.decode(fetched.blob) };
    } catch (cause) {
      // Given up: nobody reads the answer.
      if (signal.aborted) return { kind: 'loading' };
      return { kind: 'failed', reason: `The chip cannot be read: ${String(cause)}` };
    }
  }

  #makeRoom(wanted: ReadonlySet<number>): void {
    let spare = 0;
    for (const [id, chip] of this.#chips) if (!wanted.has(id)) spare += bytesOf(chip);
    for (const [id, chip] of this.#chips) {
      if (spare <= this.#parts.spareBytes) return;
      if (wanted.has(id)) continue;
      this.#chips.delete(id);
      spare -= bytesOf(chip);
    }
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Its pixels, and those of the stretched copy that is drawn. */
function bytesOf(chip: ShelvedChip): number {
  return chip.kind === 'image' ? 2 * chip.image.pixels.byteLength : 64;
}
