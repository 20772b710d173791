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
    return { kind: 'failed', reason: `Sightline itself did not answer as expected: ${String(cause)}` };
  }
}

/** How each absence is put to the analyst: what it is, and what can be done. */
export const absenceTexts = {
  none: { title: 'No chip', advice: null },
  absent: {
    title: 'Chip not there yet',
    advice: 'The image store does not have it. It may come later: try again then.',
  },
  forbidden: { title: 'Chip refused', advice: 'This account may not see it.' },
  'sign-in-needed': { title: 'Sign in to see the chip', advice: 'The image store asks for credentials.' },
  offline: {
    title: 'Chip not on this disk',
    advice: 'It was not fetched before, and the service cannot be reached now.',
  },
  failed: { title: 'Chip could not be shown', advice: 'Trying again may help.' },
} as const satisfies Record<Exclude<FetchedChip['kind'], 'image'>, { title: string; advice: string | null }>;
