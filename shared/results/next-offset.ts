import { describeValue } from '../describe-value.ts';

/** The position of the next page, as stated by a page. */
export type NextOffset =
  /** There are no more records. `warnings` inform the analyst of what the page stated in an undocumented way. */
  | { readonly kind: 'end'; readonly warnings?: readonly string[] }
  | { readonly kind: 'next'; readonly offset: number; readonly warnings?: readonly string[] }
  /** The page states an offset that cannot be followed. `reason` is shown to the analyst. */
  | { readonly kind: 'untrusted'; readonly reason: string };

/**
 * Reads `paginationInfo` of the page at `currentOffset`.
 *
 * `nextOffset` is "present only when more records exist" (service.md, Queries), so its absence is the end. A page
 * without any `paginationInfo` is not described: there is nothing to follow, so it is the end too, with a warning. A
 * `nextOffset` is followed only when it is a safe integer greater than `currentOffset`, or the decimal digits of one as
 * text, with a warning. Any other value, null included, would repeat pages, never end, or present an incomplete result
 * as complete.
 *
 * With `found`, the number of records in the page, a different `recordsInPage` is a warning.
 */
export function readNextOffset(paginationInfo: unknown, currentOffset: number, found?: number): NextOffset {
  if (paginationInfo === undefined || paginationInfo === null)
    return { kind: 'end', warnings: [withoutInfo] };
  if (typeof paginationInfo !== 'object' || Array.isArray(paginationInfo)) {
    return untrusted(
      `The service gave ${describeValue(paginationInfo)} as paginationInfo, which is not an object.`,
    );
  }
  const warnings = miscountWarnings(paginationInfo, currentOffset, found);
  if (!('nextOffset' in paginationInfo) || paginationInfo.nextOffset === undefined)
    return { kind: 'end', ...listed(warnings) };
  const given = paginationInfo.nextOffset;
  const isText = typeof given === 'string' && /^\d+$/.test(given);
  const nextOffset = isText ? Number(given) : given;
  if (typeof nextOffset !== 'number' || !Number.isInteger(nextOffset)) {
    return untrusted(`The service gave ${describeValue(given)} as nextOffset, which is not a whole number.`);
  }
  if (nextOffset <= currentOffset) {
    return untrusted(
      `The service gave ${nextOffset} as nextOffset of the page at ${currentOffset}; it must grow, or pages would repeat.`,
    );
  }
  if (!Number.isSafeInteger(nextOffset)) {
    return untrusted(
      `The service gave ${describeValue(given)} as nextOffset, which is too large: at most ${Number.MAX_SAFE_INTEGER} is exact.`,
    );
  }
  return { kind: 'next', offset: nextOffset, ...listed([...warnings, ...(isText ? [textOffset] : [])]) };
}

/** Prefix of all warnings about a page with another number of records than announced, so that only one is shown. */
export const miscountWarningPrefix = 'The service announced another number of records than came';

function listed(warnings: readonly string[]): { readonly warnings?: readonly string[] } {
  return warnings.length > 0 ? { warnings } : {};
}

function miscountWarnings(
  paginationInfo: object,
  currentOffset: number,
  found: number | undefined,
): readonly string[] {
  const announced = 'recordsInPage' in paginationInfo ? paginationInfo.recordsInPage : undefined;
  if (found === undefined || announced === undefined || String(announced) === String(found)) return [];
  return [
    `${miscountWarningPrefix}: ${describeValue(announced)} for the page at offset ${currentOffset}, which has ${found}. Compare with a fetch of smaller pages if records seem to be missing.`,
  ];
}

const textOffset =
  'The service gives nextOffset as text, not as a number as in its document. Its digits are followed.';

const withoutInfo =
  'The last page came without paginationInfo. It was taken for the end; check the count if it seems too small.';

function untrusted(reason: string): NextOffset {
  return { kind: 'untrusted', reason };
}
