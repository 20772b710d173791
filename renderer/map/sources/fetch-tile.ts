/** A tile as the main process hands it out, or why it does not; see `electron/handler/tile-response.ts`. */
export type TileAnswer =
  | { readonly kind: 'tile'; readonly blob: Blob; readonly source: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'offline' | 'failed'; readonly reason: string };

/** Asks the main process for a tile. */
export async function fetchTile(url: string): Promise<TileAnswer> {
  try {
    const response = await fetch(url);
    if (response.status === 204) return { kind: 'none' };
    if (response.ok) {
      const source = response.headers.get('x-tile-source') ?? '';
      return { kind: 'tile', blob: await response.blob(), source };
    }
    const refusal: unknown = await response.json();
    const reason =
      typeof refusal === 'object' && refusal !== null && 'reason' in refusal
        ? String(refusal.reason)
        : `Sightline answered with status ${response.status}.`;
    return { kind: response.status === 503 ? 'offline' : 'failed', reason };
  } catch {
    return { kind: 'failed', reason: 'The page has lost its link to Sightline.' };
  }
}
