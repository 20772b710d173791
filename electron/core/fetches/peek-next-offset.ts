import { readNextOffset } from '../../../shared/results/next-offset.ts';
import { parseBoundedJson } from '../base/bounded-json.ts';

/** The number of bytes that are searched at each end. */
const reach = 2048;
const atStart = /^\s*\{\s*"paginationInfo"\s*:\s*(\{[^{}]*\})\s*[,}]/;
const atEnd = /[{,]\s*"paginationInfo"\s*:\s*(\{[^{}]*\})\s*\}\s*$/;

/** The likely offset of the next page, and the number of records in this one. */
type Peeked = { readonly offset: number; readonly recordsInPage: number };

/**
 * Finds `paginationInfo` at either end of a page without parsing the rest. The result is only used for prefetching; the
 * fetch continues from the parsed page. Undefined when it is not found, or when there is no next page.
 */
export function peekNextOffset(body: Uint8Array, currentOffset: number): Peeked | undefined {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  const found =
    atStart.exec(text(body.subarray(0, reach)))?.[1] ?? atEnd.exec(text(body.subarray(-reach)))?.[1];
  const info = found === undefined ? undefined : parseBoundedJson(found);
  const following = readNextOffset(info, currentOffset);
  if (following.kind !== 'next') return undefined;
  const recordsInPage = (info as { recordsInPage?: unknown }).recordsInPage;
  return { offset: following.offset, recordsInPage: typeof recordsInPage === 'number' ? recordsInPage : 0 };
}
