import type { IncomingMessage } from 'node:http';
import { type EndpointResponse, errorResponse } from './endpoint-response.ts';

/** Bytes; no limit is documented, this one bounds the memory of the demo service. */
const maximumBytes = 4 * 1024 * 1024;

/** The text of a request's body, or the response that refuses it. */
export type BodyText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly response: EndpointResponse };

/** Reads a body of UTF-8 text of the given media type, up to 4 MiB. */
export async function readRequestBody(request: IncomingMessage, mediaType: string): Promise<BodyText> {
  const given = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (given !== mediaType) {
    return refused(415, `Send the body as ${mediaType}, not as ${given ?? 'a body without Content-Type'}.`);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) throw new Error('A request without encoding gives buffers.');
    length += chunk.length;
    // The rest of a body that is too large is still read: a client that is writing would not see the response.
    if (length <= maximumBytes) chunks.push(chunk);
  }
  if (length > maximumBytes) return refused(413, `The body is larger than ${maximumBytes} bytes.`);
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch (error) {
    if (error instanceof TypeError) return refused(400, 'The body is not UTF-8 text.');
    throw error;
  }
}

function refused(status: number, reason: string): BodyText {
  return { ok: false, response: errorResponse(status, reason) };
}
