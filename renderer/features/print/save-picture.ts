import { z } from 'zod';
import { textStart } from '../../../shared/cut-text.ts';
import { fail, failureSchema, type Result, succeed } from '../../../shared/result.ts';
import { withPixelDensity } from '../../map/picture/png-density.ts';
import { texts } from './texts.ts';

const responseSchema = z.union([
  z.object({
    saved: z.object({ name: z.string(), path: z.string(), downloadUrl: z.string().optional() }).nullable(),
  }),
  z.object({ kind: failureSchema.shape.code, reason: z.string() }),
]);

/** A saved map image. `downloadUrl` is set if the browser can download it. */
export type SavedPicture = {
  readonly name: string;
  readonly path: string;
  readonly downloadUrl?: string | undefined;
};

/** Encodes a canvas as PNG, with its pixel density if it is for paper. */
export async function toPng(canvas: HTMLCanvasElement, pixelsPerInch: number | null): Promise<Blob> {
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error(texts.form.noPicture))));
  });
  if (pixelsPerInch === null) return blob;
  const bytes = withPixelDensity(new Uint8Array(await blob.arrayBuffer()), pixelsPerInch);
  return new Blob([bytes], { type: 'image/png' });
}

/**
 * Sends a picture to the main process, which writes it to a file that the user chooses. With `sequence` it is added to
 * the images of that job. Null when the user cancelled, and for a sequence. Fails with `disk`, `too-large`, for a
 * sequence with `cancelled`, and with the failures of a lost connection.
 */
export async function savePicture(
  png: Blob,
  name: string,
  signal: AbortSignal,
  sequence?: string,
): Promise<Result<SavedPicture | null>> {
  const parameters = new URLSearchParams({ name, ...(sequence === undefined ? {} : { sequence }) });
  const response = await fetch(`/pictures?${parameters}`, {
    method: 'POST',
    body: png,
    signal,
  });
  const result = responseSchema.safeParse(await response.json());
  if (!result.success) return fail('bad-response', texts.form.badResponse);
  return 'saved' in result.data ? succeed(result.data.saved) : fail(result.data.kind, result.data.reason);
}

/** A file name from a title: `yellow-sea-2026-11-21.png`. */
export function pictureName(title: string, now: Date): string {
  const stem = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${textStart(stem, 60) || 'map'}-${now.toISOString().slice(0, 10)}.png`;
}
