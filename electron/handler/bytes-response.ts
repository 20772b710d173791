/**
 * A response with the whole body and its size. Without `content-length` Electron passes a body on through a pipe of 64
 * KiB, and browsers show no progress.
 */
export function bytesResponse(
  body: Uint8Array<ArrayBuffer>,
  headers: { readonly 'content-type': string; readonly [name: string]: string },
): Response {
  return new Response(body, { headers: { 'content-length': String(body.byteLength), ...headers } });
}
