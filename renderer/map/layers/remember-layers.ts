import { z } from 'zod';
import type { LayersStore } from '../../stores/layers-store.ts';
import type { Stores } from '../../stores/stores.ts';

const storageKey = 'sightline.layers';

const keptSchema = z.object({
  kept: z.array(z.object({ id: z.string().min(1), visible: z.boolean(), opacity: z.number().min(0).max(1) })),
  graticule: z.enum(['degrees', 'mgrs']).catch('degrees'),
  footprints: z.enum(['all', 'whole']).catch('all'),
  legendOpen: z.boolean().catch(true),
});

/** Starts with the looks and the order that layers had last, and keeps them. The answer ends that. */
export function rememberLayers({ layers }: Pick<Stores, 'layers'>, storage: Storage | undefined): () => void {
  const known = readKept(storage?.getItem(storageKey) ?? null);
  if (known) {
    const { kept, ...rest } = known;
    layers.setState(rest);
    layers.getState().restore([...new Map(kept.map((layer) => [layer.id, layer])).values()]);
  }
  return layers.subscribe((state, before) => {
    const [now, then] = [toKept(state), toKept(before)];
    if (Object.keys(now).some((key) => now[key as keyof Kept] !== then[key as keyof Kept])) {
      storage?.setItem(storageKey, JSON.stringify(now));
    }
  });
}

type Kept = Pick<LayersStore, 'kept' | 'graticule' | 'footprints' | 'legendOpen'>;

function toKept({ kept, graticule, footprints, legendOpen }: LayersStore): Kept {
  return { kept, graticule, footprints, legendOpen };
}

/** What another version wrote, or nobody, is nothing. */
function readKept(text: string | null): z.infer<typeof keptSchema> | null {
  if (text === null) return null;
  try {
    return keptSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
