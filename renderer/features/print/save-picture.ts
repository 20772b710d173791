import { z } from 'zod';
import { fail, failureSchema, type Result, succeed } from '../../../shared/result.ts';
import { withPixelDensity } from '../../map/picture/png-density.ts';

const answerSchema = z.union([
  z.object({
    saved: z.object({ name: z.string(), path: z.string(), downloadUrl: z.string().optional() }).nullable(),
  }),
  z.object({ kind: failureSchema.shape.code, reason: z.string() }),
]);

/** Where a picture lies now. `downloadUrl` is given where the browser can fetch it. */
export type SavedPicture = {
  readonly name: string;
  readonly path: string;
  readonly downloadUrl?: string | undefined;
};

/** A canvas as PNG, with its density written into it where it is made for paper. */
export async function toPng(canvas: HTMLCanvasElement, pixelsPerInch: number | null): Promise<Blob> {
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('The canvas gave no picture.'))));
  });
  if (pixelsPerInch === null) return blob;
  const bytes = withPixelDensity(new Uint8Array(await blob.arrayBuffer()), pixelsPerInch);
  return new Blob([bytes], { type: 'image/png' });
}

/**
 * Hands a picture to the main process, which asks where it is to lie and writes it there. Null when no place was
 * chosen. Fails with `disk`, `too-large`, and whatever keeps the page from reaching the main process.
 */
export async function savePicture(
  png: Blob,
  name: string,
  signal: AbortSignal,
): Promise<Result<SavedPicture | null>> {
  const response = await fetch(`/pictures?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    body: png,
    signal,
  });
  const answer = answerSchema.safeParse(await response.json());
  if (!answer.success)
    return fail('bad-response', 'Sightline did not say what became of the picture. Try again.');
  return 'saved' in answer.data ? succeed(answer.data.saved) : fail(answer.data.kind, answer.data.reason);
}

/** A file name from a title: `yellow-sea-2026-11-21.png`. */
export function pictureName(title: string, now: Date): string {
  const stem = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${stem || 'map'}-${now.toISOString().slice(0, 10)}.png`;
}

/** Has the browser put the file among its downloads. */
export function download(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
}
