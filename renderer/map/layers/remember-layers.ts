import { z } from 'zod';
import type { KeptLayer } from '../../stores/layers-store.ts';
import type { Stores } from '../../stores/stores.ts';

const storageKey = 'sightline.layers';

const keptSchema = z.array(
  z.object({ id: z.string().min(1), visible: z.boolean(), opacity: z.number().min(0).max(1) }),
);

/** Starts with the looks and the order that layers had last, and keeps them. The answer ends that. */
export function rememberLayers({ layers }: Pick<Stores, 'layers'>, storage: Storage | undefined): () => void {
  const kept = readKept(storage?.getItem(storageKey) ?? null);
  if (kept.length > 0) layers.getState().restore(kept);
  return layers.subscribe((state, before) => {
    if (state.kept !== before.kept) storage?.setItem(storageKey, JSON.stringify(state.kept));
  });
}

/** What another version wrote, or nobody, is nothing. */
function readKept(text: string | null): readonly KeptLayer[] {
  if (text === null) return [];
  try {
    const kept = keptSchema.safeParse(JSON.parse(text)).data ?? [];
    return [...new Map(kept.map((layer) => [layer.id, layer])).values()];
  } catch {
    return [];
  }
}
