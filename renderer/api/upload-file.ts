import { fail, type Result, succeed } from '../../shared/result.ts';

/** Uploads a file to the browser host and returns its upload id. The body is streamed from disk. */
export async function uploadFile(file: File, signal?: AbortSignal): Promise<Result<string>> {
  const response = await fetch(`/incoming?name=${encodeURIComponent(file.name)}`, {
    method: 'POST',
    body: file,
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  const body: unknown = isJson(response) ? JSON.parse(text) : undefined;
  if (typeof body === 'object' && body !== null) {
    if ('uploadId' in body && typeof body.uploadId === 'string') return succeed(body.uploadId);
    if ('reason' in body && typeof body.reason === 'string') return fail('too-large', body.reason);
  }
  return fail(
    'bad-response',
    `The file ${file.name} did not reach Sightline (status ${response.status}). Try again.`,
  );
}

/** A response of the HTTP server itself, such as one to a request that was cut off, has no JSON. */
function isJson({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('application/json') ?? false;
}
