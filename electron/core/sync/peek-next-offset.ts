import { readNextOffset } from '../../../shared/results/next-offset.ts';

/** So many bytes at either end are looked at. */
const reach = 2048;
const atStart = /^\s*\{\s*"paginationInfo"\s*:\s*(\{[^{}]*\})\s*[,}]/;
const atEnd = /[{,]\s*"paginationInfo"\s*:\s*(\{[^{}]*\})\s*\}\s*$/;

/** Where a page seems to say that the next one begins, and how many records it has. */
type Peeked = { readonly offset: number; readonly recordsInPage: number };

/**
 * Looks for `paginationInfo` at both ends of a page without reading the rest of it. What it says is a guess that is
 * good enough for asking ahead; what holds is what the page says once it is taken in. Undefined where it does not stand
 * there, or where the fetch would not go on.
 */
export function peekNextOffset(body: Uint8Array, currentOffset: number): Peeked | undefined {
  const text = (part: Uint8Array) => Buffer.from(part).toString('latin1');
  const found =
    atStart.exec(text(body.subarray(0, reach)))?.[1] ?? atEnd.exec(text(body.subarray(-reach)))?.[1];
  const info = found === undefined ? undefined : parse(found);
  const following = readNextOffset(info, currentOffset);
  if (following.kind !== 'next') return undefined;
  const recordsInPage = (info as { recordsInPage?: unknown }).recordsInPage;
  return { offset: following.offset, recordsInPage: typeof recordsInPage === 'number' ? recordsInPage : 0 };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
