/**
 * What came of asking for a tile. `network`: just fetched, or found unchanged; `cache`: from this disk and still fresh;
 * `stale`: from this disk because the server could not be asked. `none`: the source has no such tile.
 */
export type TileOutcome =
  | {
      readonly kind: 'tile';
      readonly body: Uint8Array;
      readonly contentType: string;
      readonly source: 'network' | 'cache' | 'stale' | 'file';
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'offline'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'no-source' };
