/** What can be said of a detection's chip. Each looks different on screen. */
export type ChipOutcome =
  | { readonly kind: 'image'; readonly png: Uint8Array; readonly source: 'cache' | 'service' }
  /** The detection has no chip identifier, or its record no region to ask with (`reason`). */
  | { readonly kind: 'none'; readonly reason: string }
  /** The store does not have it (yet): 404. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'forbidden'; readonly reason: string }
  | { readonly kind: 'sign-in-needed' }
  /** Not cached, and the service cannot be reached. */
  | { readonly kind: 'offline'; readonly reason: string }
  /** What came is not a usable PNG, or the service failed. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Image chips, from the disk cache or else from the service. */
export type Chips = {
  get(detectionId: number, signal?: AbortSignal): Promise<ChipOutcome>;
  stats(): Promise<{ readonly files: number; readonly bytes: number }>;
};
