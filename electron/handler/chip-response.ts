import type { ChipOutcome } from '../core/chips/chips.ts';
import { bytesResponse } from './bytes-response.ts';
import { jsonResponse } from './json-response.ts';

/**
 * A chip as an HTTP response: 200 with the PNG, or else JSON `{ kind, reason? }`, where `kind` is that of the outcome.
 * Status: `none` and `absent` 404, `forbidden` 403, `sign-in-needed` 401, `offline` 503, `failed` 502.
 */
export function chipResponse(outcome: ChipOutcome): Response {
  switch (outcome.kind) {
    case 'image':
      return bytesResponse(new Uint8Array(outcome.png), {
        'content-type': 'image/png',
        'cache-control': 'no-store',
        'x-chip-source': outcome.source,
      });
    case 'none':
    case 'absent':
      return jsonResponse(404, outcome);
    case 'forbidden':
      return jsonResponse(403, outcome);
    case 'sign-in-needed':
      return jsonResponse(401, outcome);
    case 'offline':
      return jsonResponse(503, outcome);
    case 'failed':
      return jsonResponse(502, outcome);
  }
}
