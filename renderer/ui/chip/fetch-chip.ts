import { z } from 'zod';

/** Why there is no chip; the kinds of `ChipOutcome` that are not images. */
const chipAbsenceSchema = z.object({
  kind: z.enum(['none', 'absent', 'forbidden', 'sign-in-needed', 'offline', 'failed']),
  reason: z.string().optional(),
});

/** A fetched chip, or why there is none. */
export type FetchedChip = { readonly kind: 'image'; readonly blob: Blob } | z.infer<typeof chipAbsenceSchema>;

/** Fetches a detection's chip. Rejects only when `signal` aborts. */
export async function fetchChip(detectionId: number, signal: AbortSignal): Promise<FetchedChip> {
  try {
    const response = await fetch(`/chips/${detectionId}`, { signal });
    if (response.headers.get('content-type')?.startsWith('image/png'))
      return { kind: 'image', blob: await response.blob() };
    return chipAbsenceSchema.parse(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    return { kind: 'failed', reason: `Sightline sent an unexpected response: ${String(cause)}` };
  }
}

/** Title and advice for each reason of a missing chip. */
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
    advice: 'It is not on this disk, and the service cannot be reached now.',
  },
  failed: { title: 'Chip could not be shown', advice: 'Trying again may help.' },
} as const satisfies Record<Exclude<FetchedChip['kind'], 'image'>, { title: string; advice: string | null }>;
