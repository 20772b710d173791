import { inputFailure } from '../../shared/input-failure.ts';
import {
  type DetectionFilter,
  type DetectionPageRequest,
  detectionPageRequestSchema,
  readableFilterSchema,
} from '../../shared/results/detection.ts';
import { type DetectionField, detectionFieldSchema } from '../../shared/results/detection-field.ts';
import { encodeFeedValues } from '../../shared/results/feed-values.ts';
import { parseBoundedJson } from '../core/base/bounded-json.ts';
import type { Workspace } from '../core/workspace/open/workspace.ts';
import { bytesResponse } from './bytes-response.ts';
import { jsonResponse } from './json-response.ts';

/**
 * The binary feeds of the map:
 * - `detections`: packed detections; `reviews`: their review states;
 * - `matches?filter=<JSON>`: a mask of the matching detections; `ids?filter=<JSON>`: their ids, uint32 little-endian;
 * - `queue?filter=<JSON>&sort=<JSON>`: the same ids in table order, or with `order=pass` by image;
 * - `values?field=<field>`: one number per detection; `colors?field=<field>`: one code, with the scale that explains it;
 * - `areas`, `footprints`: outlines; `coverage?filter=<JSON>`: footprints of the matching images, each once.
 *
 * Errors are JSON `{ kind, reason }`: 409 `no-workspace`, 400 `invalid-input`; 404 for any other name.
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
        return invalidInput('A queue needs order=pass, or sort={"field":…,"order":"ASC"|"DESC"}.');
      }
      return withFilter(parameters, async (filter) => bytesOf(await workspace.reviewQueue(filter, order)));
    }
    case 'coverage':
      return withFilter(parameters, async (filter) => workspace.passCoverage(filter));
    case 'values':
      return withField(parameters, async (field) => encodeFeedValues(await workspace.feedValues(field)));
    case 'colors':
      return withField(parameters, async (field) => workspace.feedColors(field));
    default:
      return jsonResponse(404, { reason: `There is no feed called ${name}.` });
  }
}

async function withFilter(
  parameters: URLSearchParams,
  query: (filter: DetectionFilter) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const input = parseBoundedJson(parameters.get('filter') ?? '{}');
  const filter = readableFilterSchema.safeParse(input);
  return filter.success
    ? binaryResponse(await query(filter.data))
    : invalidInput(
        inputFailure(filter.error, input, 'The filter is not of the form that Sightline’s filters have.')
          .message,
      );
}

async function withField(
  parameters: URLSearchParams,
  query: (field: DetectionField) => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const field = detectionFieldSchema.safeParse(parameters.get('field'));
  if (!field.success) return invalidInput('There is no such field of a detection.');
  return binaryResponse(await query(field.data));
}

function readQueueOrder(parameters: URLSearchParams): DetectionPageRequest['sort'] | 'pass' | undefined {
  if (parameters.get('order') === 'pass') return 'pass';
  return detectionPageRequestSchema.shape.sort.safeParse(parseBoundedJson(parameters.get('sort') ?? '')).data;
}

function bytesOf(ids: Uint32Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(ids.buffer, ids.byteOffset, ids.byteLength);
}

function binaryResponse(bytes: Uint8Array<ArrayBuffer>): Response {
  return bytesResponse(bytes, {
    'content-type': 'application/octet-stream',
    'cache-control': 'no-store',
  });
}

function invalidInput(reason: string): Response {
  return jsonResponse(400, { kind: 'invalid-input', reason });
}
