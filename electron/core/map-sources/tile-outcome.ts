/**
 * The outcome of getting a tile. `network`: fetched, or revalidated; `cache`: cached and fresh; `stale`: cached, used
 * because the server did not respond. `none`: the source has no such tile.
 */
export type TileOutcome =
  | {
      readonly kind: 'tile';
      readonly body: Uint8Array;
      readonly contentType: string;
      readonly source: 'network' | 'cache' | 'stale' | 'file';
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'offline'; readonly reason: string; readonly details?: string | undefined }
  | { readonly kind: 'failed'; readonly reason: string; readonly details?: string | undefined }
  | { readonly kind: 'no-source' };
