import { checkFilter } from '../../shared/results/check-filter.ts';
import {
  type DetectionFilter,
  type DetectionPage,
  detectionFilterSchema,
  detectionPageSchema,
} from '../../shared/results/detection.ts';
import { detectionFieldSchema } from '../../shared/results/detection-field.ts';
import { encodeFeedValues } from '../../shared/results/feed-values.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { jsonResponse } from './json-response.ts';

/**
 * What the map is drawn from, as binary answers: `detections`, the feed; `reviews`, how these are
 * reviewed; `matches?filter=<JSON>`, which of them a
 * filter leaves; `ids?filter=<JSON>`, those as uint32, little-endian; `queue?filter=<JSON>&sort=<JSON>`, the same in
 * the order of a table, or with `order=pass` by image; `values?field=<field>`, a number for each;
 * `areas` and `footprints`, outlines.
 * `coverage?filter=<JSON>`: footprints of the images that it leaves, each image once.
 * Refused with JSON `{ kind, reason }`: 409 `no-workspace`, 400 `invalid-input`; 404 for any other name.
 */
export async function feedResponse(
  name: string,
  parameters: URLSearchParams,
  workspace: Workspace | undefined,
): Promise<Response> {
  if (!workspace) {
    return jsonResponse(409, {
      kind: 'no-workspace',
      reason: 'No workspace is open. Sign in once to create one.',
    });
  }
  switch (name) {
    case 'detections':
      return binaryResponse(await workspace.detectionFeed());
    case 'areas':
      return binaryResponse(await workspace.areaFeed());
    case 'footprints':
      return binaryResponse(await workspace.footprintFeed());
    case 'reviews':
      return binaryResponse(await workspace.feedReviews());
    case 'matches':
      return withFilter(parameters, async (filter) => workspace.matchMask(filter));
    case 'ids':
      return withFilter(parameters, async (filter) => bytesOf(await workspace.matchingIds(filter)));
    case 'queue': {
      const order = readQueueOrder(parameters);
      if (order === undefined) {
        return invalidInput(
          'A queue is asked for with order=pass, or with sort={"field":…,"order":"ASC"|"DESC"}.',
        );
      }
      return withFilter(parameters, async (filter) => bytesOf(await workspace.reviewQueue(filter, order)));
    }
    case 'coverage':
      return withFilter(parameters, async (filter) => workspace.passCoverage(filter));
    case 'values': {
      const field = detectionFieldSchema.safeParse(parameters.get('field'));
      if (!field.success) return invalidInput('There is no such field of a detection.');
      return binaryResponse(encodeFeedValues(await workspace.feedValues(field.data)));
    }
    default:
      return jsonResponse(404, { reason: `There is no feed called ${name}.` });
  }
}

async function withFilter(
  parameters: URLSearchParams,
  answer: (filter: DetectionFilter) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const filter = detectionFilterSchema.safeParse(parseJson(parameters.get('filter') ?? '{}'));
  if (!filter.success) return invalidInput('The filter is not of the form that Sightline’s filters have.');
  const failure = checkFilter(filter.data);
  return failure ? invalidInput(failure.message) : binaryResponse(await answer(filter.data));
}

function readQueueOrder(parameters: URLSearchParams): DetectionPage['sort'] | 'pass' | undefined {
  if (parameters.get('order') === 'pass') return 'pass';
  return detectionPageSchema.shape.sort.safeParse(parseJson(parameters.get('sort') ?? '')).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON is no filter: the schema refuses it.
    return undefined;
  }
}

function bytesOf(ids: Uint32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
}

function binaryResponse(bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, {
    headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
  });
}

function invalidInput(reason: string): Response {
  return jsonResponse(400, { kind: 'invalid-input', reason });
}
