import { z } from 'zod';

/** Why there is no chip to show; the kinds of `ChipOutcome` that are no image. */
const chipAbsenceSchema = z.object({
  kind: z.enum(['none', 'absent', 'forbidden', 'sign-in-needed', 'offline', 'failed']),
  reason: z.string().optional(),
});

/** A detection's chip as the page got it. */
export type FetchedChip = { readonly kind: 'image'; readonly blob: Blob } | z.infer<typeof chipAbsenceSchema>;

/** Asks the main process for a detection's chip. Rejects only when `signal` aborts. */
export async function fetchChip(detectionId: number, signal: AbortSignal): Promise<FetchedChip> {
  try {
    const response = await fetch(`/chips/${detectionId}`, { signal });
    if (response.headers.get('content-type')?.startsWith('image/png'))
      return { kind: 'image', blob: await response.blob() };
    return chipAbsenceSchema.parse(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    return { kind: 'failed', reason: `Sightline gave an unexpected answer: ${String(cause)}` };
  }
}

/** How each absence is put to the analyst: what it is, and what can be done. */
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
    advice: 'It was never downloaded, and the service cannot be reached now.',
  },
  failed: { title: 'Chip could not be shown', advice: 'Trying again may help.' },
} as const satisfies Record<Exclude<FetchedChip['kind'], 'image'>, { title: string; advice: string | null }>;
