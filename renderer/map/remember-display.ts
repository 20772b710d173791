import { z } from 'zod';
import { type DetectionField, detectionFieldSchema } from '../../shared/results/detection-field.ts';
import type { Stores } from '../stores/stores.ts';

const storageKey = 'sightline.map-display';

const displaySchema = z.object({
  density: z.enum(['auto', 'on', 'off']),
  sizeBy: detectionFieldSchema.nullable(),
  headings: z.boolean(),
  label: z.union([z.literal('length'), z.custom<DetectionField>((value) => isField(value))]).nullable(),
});

/** Starts with the looks that detections had last on the map, and keeps them. The answer ends that. */
export function rememberDisplay(
  { mapDisplay }: Pick<Stores, 'mapDisplay'>,
  storage: Storage | undefined,
): () => void {
  const kept = readDisplay(storage?.getItem(storageKey) ?? null);
  if (kept) mapDisplay.setState(kept);
  return mapDisplay.subscribe((display) => storage?.setItem(storageKey, JSON.stringify(display)));
}

/** What another version wrote, or nobody, is nothing. */
function readDisplay(text: string | null): z.infer<typeof displaySchema> | null {
  if (text === null) return null;
  try {
    return displaySchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function isField(value: unknown): boolean {
  return detectionFieldSchema.safeParse(value).success;
}
