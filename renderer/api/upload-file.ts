import { fail, failureSchema, type Result, succeed } from '../../shared/result.ts';
import { emptyFileMessage, maxSliceBytes } from '../../shared/upload.ts';

/** Share of a file that has been sent. */
export type UploadProgress = {
  readonly name: string;
  readonly sentBytes: number;
  readonly totalBytes: number;
};

type UploadOptions = {
  /** Ends the upload, of which nothing remains then; it fails with `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
};

/**
 * Uploads a file to the main process and returns its upload id. It is sent in slices, one after the other, so that neither
 * process ever has more than one of them in memory. Fails with `cancelled`, `invalid-input` for a file that is empty or
 * cannot be read, `disk`, or `bad-response`.
 */
export async function uploadFile(file: File, options: UploadOptions = {}): Promise<Result<string>> {
  const { name, size } = file;
  if (size === 0) return fail('invalid-input', emptyFileMessage(name));
  const id = crypto.randomUUID();
  const sent = await sendSlices(file, id, options).catch((error: unknown): Result<string> => {
    if (!options.signal?.aborted) throw error;
    return fail('cancelled', `Sending ${name} was cancelled.`);
  });
  // A page that has gone away cannot request it; the main process then removes the upload after a while.
  if (!sent.ok) await fetch(`/incoming?id=${id}`, { method: 'DELETE' }).catch(() => {});
  return sent;
}

async function sendSlices(
  file: File,
  id: string,
  { signal, onProgress }: UploadOptions,
): Promise<Result<string>> {
  const { name, size } = file;
  for (let offset = 0; offset < size; offset += maxSliceBytes) {
    onProgress?.({ name, sentBytes: offset, totalBytes: size });
    signal?.throwIfAborted();
    const bytes = await readSlice(file, offset);
    if (!bytes) {
      return fail(
        'invalid-input',
        `${name} could not be read: it was changed, moved or removed since it was chosen. Choose it again.`,
      );
    }
    const query = new URLSearchParams({ id, name, offset: String(offset), total: String(size) });
    const response = await fetch(`/incoming?${query}`, {
      method: 'POST',
      body: bytes,
      ...(signal ? { signal } : {}),
    });
    const refused = await readRefusal(response, name, offset + bytes.byteLength);
    if (refused) return refused;
  }
  onProgress?.({ name, sentBytes: size, totalBytes: size });
  return succeed(id);
}

async function readSlice(file: File, offset: number): Promise<ArrayBuffer | undefined> {
  try {
    return await file.slice(offset, offset + maxSliceBytes).arrayBuffer();
  } catch (error) {
    // File API, “NotReadableError” and “NotFoundError”.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Reason why a slice was not accepted; undefined when the main process has `expected` bytes of the file. */
async function readRefusal(response: Response, name: string, expected: number) {
  const text = await response.text();
  const body: unknown = isJson(response) ? JSON.parse(text) : undefined;
  if (typeof body === 'object' && body !== null) {
    if ('received' in body && body.received === expected) return undefined;
    const kind = 'kind' in body ? failureSchema.shape.code.safeParse(body.kind).data : undefined;
    const details = 'details' in body && typeof body.details === 'string' ? { details: body.details } : {};
    if (kind && 'reason' in body && typeof body.reason === 'string') return fail(kind, body.reason, details);
  }
  return fail(
    'bad-response',
    `The file ${name} did not reach Sightline (status ${response.status}). Try again.`,
  );
}

/** A response of the HTTP server itself, such as one to a request that was cut off, has no JSON. */
function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}
