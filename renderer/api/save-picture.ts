import { z } from 'zod';
import { fail, failureSchema, type Result, succeed } from '../../shared/result.ts';
import { toFailure } from '../ui/failure-error.ts';

const responseSchema = z.union([
  z.object({
    saved: z.object({ name: z.string(), path: z.string(), downloadUrl: z.string().optional() }).nullable(),
  }),
  z.object({ kind: failureSchema.shape.code, reason: z.string(), details: z.string().optional() }),
]);

/** A saved map image. `downloadUrl` is set if the browser can download it. */
export type SavedPicture = {
  readonly name: string;
  readonly path: string;
  readonly downloadUrl?: string | undefined;
};

/**
 * Sends a picture to the main process, which writes it to a file that the user chooses. With `sequence` it is added to
 * the images of that job. Null when the user cancelled, and for a sequence. Fails with `disk`, `too-large`, for a
 * sequence with `cancelled`, and with the failures of a lost connection. Rejects when the signal aborts it.
 */
export async function savePicture(
  png: Blob,
  name: string,
  signal?: AbortSignal,
  sequence?: string,
): Promise<Result<SavedPicture | null>> {
  const parameters = new URLSearchParams({ name, ...(sequence === undefined ? {} : { sequence }) });
  let body: unknown;
  try {
    const response = await fetch(`/pictures?${parameters}`, {
      method: 'POST',
      body: png,
      ...(signal && { signal }),
    });
    body = await response.json();
  } catch (error) {
    if (signal?.aborted) throw error;
    return { ok: false, failure: toFailure(error) };
  }
  const result = responseSchema.safeParse(body);
  if (!result.success)
    return fail('bad-response', 'Sightline returned no valid response for the image. Try again.');
  if ('saved' in result.data) return succeed(result.data.saved);
  const { kind, reason, details } = result.data;
  return fail(kind, reason, { details });
}
