import { z } from 'zod';
import type { MapEngine } from './map-engine.ts';

const storageKey = 'sightline.map-view';

const viewSchema = z.object({
  center: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  zoom: z.number().min(0).max(30),
});

/** Starts the map where it looked last, else on the first results that come, and keeps where it looks. */
export function rememberView(engine: MapEngine, storage: Storage | undefined): () => void {
  const view = readView(storage?.getItem(storageKey) ?? null);
  if (view) engine.setView(view);
  let isFirstVisit = view === null;
  return engine.on({
    view: ({ center, zoom }) => storage?.setItem(storageKey, JSON.stringify({ center, zoom })),
    detectionsShown(count) {
      if (!isFirstVisit || count === 0) return;
      isFirstVisit = false;
      engine.zoomToDetections();
    },
  });
}

/** A stored view, or null when there is none that can be used. */
export function readView(text: string | null): z.infer<typeof viewSchema> | null {
  if (text === null) return null;
  try {
    return viewSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // Not JSON: written by something else under our key, and no more use than nothing.
    return null;
  }
}
