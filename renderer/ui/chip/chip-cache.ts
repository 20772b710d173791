import { useEffect, useId, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { type ChipImage, decodeChip } from './chip-image.ts';

/** Whether a chip is decoded in the size of its file, or reduced to a thumbnail. */
export type ChipSize = 'large' | 'small';

/** Reason why there is no chip; the kinds of `ChipOutcome` that are not images. */
const chipAbsenceSchema = z.object({
  kind: z.enum(['none', 'absent', 'forbidden', 'sign-in-needed', 'offline', 'failed']),
  reason: z.string().optional(),
});

/** A fetched chip, or why there is none. */
export type FetchedChip = { readonly kind: 'image'; readonly blob: Blob } | z.infer<typeof chipAbsenceSchema>;

/** The loading state of a chip. */
export type CachedChip =
  | { readonly kind: 'loading' }
  | { readonly kind: 'image'; readonly image: ChipImage }
  | Exclude<FetchedChip, { kind: 'image' }>;

/** Reasons for a missing chip that may become available later. */
export type RetryableChipKind = 'absent' | 'offline' | 'sign-in-needed' | 'forbidden' | 'failed';

/** The chips that a part of the screen requests by their detections: those it shows, those after them, the others near. */
export type ChipRequests = {
  readonly size: ChipSize;
  readonly seen: readonly number[];
  readonly next?: readonly number[];
  readonly ahead?: readonly number[];
};

type ChipCacheDeps = {
  readonly decode?: (file: Blob, size: ChipSize) => Promise<ChipImage>;
  /** Maximum size of cached chips that are not requested; the least recently used are removed first. */
  readonly maxIdleBytes?: number;
  readonly fetch?: (id: number, signal: AbortSignal) => Promise<FetchedChip>;
};

type Entry = { readonly id: number; readonly size: ChipSize; readonly chip: CachedChip };

type RunningFetch = {
  readonly controller: AbortController;
  /** Reasons of which a retry was requested since it began: its response may be older than that. */
  readonly retried: Set<RetryableChipKind>;
};

/** The main process fetches this many at once; browsers open at most six connections to a host. */
const maxParallelFetches = 4;
/** Maximum pixels on each side of a thumbnail. */
const smallSide = 256;
const defaultMaxIdleBytes = 192_000_000;

/**
 * The decoded chips of the page, and the queue in which they are fetched: of all parts of the screen first those that are
 * seen, then the next, then those ahead. Fetches that are no longer requested are aborted. Loaded chips stay until the
 * size limit is reached.
 */
export class DecodedChipCache {
  readonly #decode: NonNullable<ChipCacheDeps['decode']>;
  readonly #maxIdleBytes: number;
  readonly #fetch: NonNullable<ChipCacheDeps['fetch']>;
  /** By key, in order of last use. */
  readonly #entries = new Map<string, Entry>();
  readonly #running = new Map<string, RunningFetch>();
  readonly #listeners = new Set<() => void>();
  /** By the part of the screen that requests them. */
  readonly #requests = new Map<string, ChipRequests>();
  /** The keys of the requested chips, the most urgent first. */
  #requested: ReadonlySet<string> = new Set();

  constructor({
    decode = (file, size) => decodeChip(file, size === 'small' ? smallSide : undefined),
    maxIdleBytes = defaultMaxIdleBytes,
    fetch = fetchChip,
  }: ChipCacheDeps = {}) {
    this.#decode = decode;
    this.#maxIdleBytes = maxIdleBytes;
    this.#fetch = fetch;
  }

  /** The state of a chip; undefined when it was not requested. The same object until it changes. */
  get(id: number, size: ChipSize): CachedChip | undefined {
    return this.#entries.get(keyOf({ id, size }))?.chip;
  }

  /** Sets the chips that a part of the screen requests, the most urgent first in each list; null for none. */
  setRequested(part: string, requests: ChipRequests | null): void {
    if (requests) this.#requests.set(part, requests);
    else this.#requests.delete(part);
    this.#update();
  }

  /**
   * Refetches the requested chips of these kinds, of one size or both, and removes the others. One that is being fetched is
   * refetched when its response is of these kinds.
   */
  retry(kinds: readonly RetryableChipKind[], size?: ChipSize): void {
    for (const [key, { retried }] of this.#running) {
      if (size !== undefined && this.#entries.get(key)?.size !== size) continue;
      for (const kind of kinds) retried.add(kind);
    }
    let isChanged = false;
    for (const [key, entry] of this.#entries) {
      if (size !== undefined && entry.size !== size) continue;
      if (!kinds.some((kind) => kind === entry.chip.kind)) continue;
      isChanged = true;
      this.#entries.delete(key);
    }
    if (!isChanged) return;
    this.#update();
    this.#notify();
  }

  /** Clears the cache and refetches the requested chips: another workspace has other chips with the same ids. */
  clear(): void {
    for (const { controller } of this.#running.values()) controller.abort();
    this.#running.clear();
    this.#entries.clear();
    this.#update();
    this.#notify();
  }

  /** Calls `listener` when the state of a chip changes. Returns a function that unsubscribes. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #update(): void {
    const requested = new Map<string, Entry>();
    for (const priority of ['seen', 'next', 'ahead'] as const) {
      for (const { size, [priority]: ids = [] } of this.#requests.values()) {
        for (const id of ids) {
          const key = keyOf({ id, size });
          requested.set(key, this.#entries.get(key) ?? { id, size, chip: { kind: 'loading' } });
        }
      }
    }
    for (const [key, { controller }] of this.#running) {
      if (requested.has(key)) continue;
      controller.abort();
      this.#running.delete(key);
    }
    // Requested ones are reinserted, because the map is in order of last use.
    for (const [key, { chip }] of this.#entries) {
      if (chip.kind === 'loading' || requested.has(key)) this.#entries.delete(key);
    }
    for (const [key, entry] of requested) this.#entries.set(key, entry);
    this.#requested = new Set(requested.keys());
    this.#fetchMore();
    this.#makeRoom();
  }

  #fetchMore(): void {
    for (const key of this.#requested) {
      if (this.#running.size >= maxParallelFetches) return;
      const entry = this.#entries.get(key);
      if (entry?.chip.kind !== 'loading' || this.#running.has(key)) continue;
      const running: RunningFetch = { controller: new AbortController(), retried: new Set() };
      this.#running.set(key, running);
      void this.#obtain(entry, running.controller.signal).then((chip) => {
        if (this.#running.get(key) !== running) return;
        this.#running.delete(key);
        const isOutdated = [...running.retried].some((kind) => kind === chip.kind);
        if (!isOutdated) this.#entries.set(key, { ...entry, chip });
        this.#fetchMore();
        this.#notify();
      });
    }
  }

  async #obtain({ id, size }: Entry, signal: AbortSignal): Promise<CachedChip> {
    try {
      const fetched = await this.#fetch(id, signal);
      if (fetched.kind !== 'image') return fetched;
      return { kind: 'image', image: await this.#decode(fetched.blob, size) };
    } catch (cause) {
      // Aborted: the result is not used.
      if (signal.aborted) return { kind: 'loading' };
      return { kind: 'failed', reason: `The chip cannot be read: ${String(cause)}` };
    }
  }

  #makeRoom(): void {
    const isIdle = (key: string) => !this.#requested.has(key);
    let idleBytes = 0;
    for (const [key, { chip }] of this.#entries) if (isIdle(key)) idleBytes += bytesOf(chip);
    for (const [key, { chip }] of this.#entries) {
      if (idleBytes <= this.#maxIdleBytes) return;
      if (!isIdle(key)) continue;
      this.#entries.delete(key);
      idleBytes -= bytesOf(chip);
    }
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** Fetches a detection's chip. Rejects only when `signal` aborts. */
export async function fetchChip(detectionId: number, signal: AbortSignal): Promise<FetchedChip> {
  try {
    const response = await fetch(`/chips/${detectionId}`, { signal });
    if (response.headers.get('content-type')?.startsWith('image/png'))
      return { kind: 'image', blob: await response.blob() };
    return chipAbsenceSchema.parse(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    return { kind: 'failed', reason: `Sightline sent an unexpected response: ${String(cause)}` };
  }
}

/** Title and advice for each reason of a missing chip. */
export const absenceTexts = {
  none: { title: 'No chip', advice: null },
  absent: {
    title: 'No chip available yet',
    advice: 'The image store does not have it. It may be added later; try again then.',
  },
  forbidden: { title: 'Chip access denied', advice: 'This account is not allowed to see it.' },
  'sign-in-needed': { title: 'Sign in to see the chip', advice: 'The image store requires a sign-in.' },
  offline: {
    title: 'Chip not cached',
    advice: 'It is not on this disk, and the service cannot be reached now.',
  },
  failed: { title: 'Chip could not be shown', advice: 'Trying again may help.' },
} as const satisfies Record<Exclude<FetchedChip['kind'], 'image'>, { title: string; advice: string | null }>;

const loading: CachedChip = { kind: 'loading' };

/** Requests chips for a component while it is mounted. */
export function useChipRequests(cache: DecodedChipCache, requests: ChipRequests): void {
  const part = useId();
  // The lists are new arrays at each render.
  const text = JSON.stringify(requests);
  useEffect(() => cache.setRequested(part, JSON.parse(text)), [cache, part, text]);
  useEffect(() => () => cache.setRequested(part, null), [cache, part]);
}

/** The state of a chip in a cache. The caller must request the chip. */
export function useCachedChip(cache: DecodedChipCache, id: number, size: ChipSize): CachedChip {
  return useSyncExternalStore(cache.subscribe, () => cache.get(id, size) ?? loading);
}

function keyOf({ id, size }: { readonly id: number; readonly size: ChipSize }): string {
  return `${size} ${id}`;
}

/** Bytes of its pixels and of the stretched copy that is drawn. */
function bytesOf(chip: CachedChip): number {
  return chip.kind === 'image' ? 2 * chip.image.pixels.byteLength : 64;
}
