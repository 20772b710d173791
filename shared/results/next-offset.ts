import { showValue } from '../show-value.ts';

/** What a page says about the next one. */
export type NextOffset =
  /** There are no more records. `warning` is for the analyst when the page said so in an undocumented way. */
  | { readonly kind: 'end'; readonly warning?: string }
  | { readonly kind: 'next'; readonly offset: number; readonly warning?: string }
  /** The page says something that cannot be followed. `reason` is for the analyst. */
  | { readonly kind: 'untrusted'; readonly reason: string };

/**
 * Reads `paginationInfo` of a page that was asked for at `currentOffset`.
 *
 * `nextOffset` is "present only when more records exist" (results document, 4.2), so its absence is the end. That a
 * page has no `paginationInfo` at all is not described: there is nothing to follow, so it is the end too, with a
 * warning. A `nextOffset` that is present is followed only when it is a whole number that a double holds exactly and
 * that has grown; anything else, null too, would repeat pages, never end, or pass a cut result off as whole.
 *
 * With `found`, the number of records that the page holds, a `recordsInPage` that says otherwise is a warning.
 */
export function readNextOffset(paginationInfo: unknown, currentOffset: number, found?: number): NextOffset {
  if (paginationInfo === undefined || paginationInfo === null) return { kind: 'end', warning: withoutInfo };
  if (typeof paginationInfo !== 'object' || Array.isArray(paginationInfo)) {
    return untrusted(
      `The service gave ${showValue(paginationInfo)} as paginationInfo, which is not an object.`,
    );
  }
  const warning = miscountWarning(paginationInfo, currentOffset, found);
  if (!('nextOffset' in paginationInfo) || paginationInfo.nextOffset === undefined)
    return { kind: 'end', ...warning };
  const { nextOffset } = paginationInfo;
  if (typeof nextOffset !== 'number' || !Number.isSafeInteger(nextOffset)) {
    return untrusted(`The service gave ${showValue(nextOffset)} as nextOffset, which is not a whole number.`);
  }
  if (nextOffset <= currentOffset) {
    return untrusted(
      `The service gave ${nextOffset} as nextOffset of the page at ${currentOffset}; it must grow, or pages would repeat.`,
    );
  }
  return { kind: 'next', offset: nextOffset, ...warning };
}

/** How every warning of a page with another number of records than announced begins: one of them is enough. */
export const miscountBeginning = 'The service announced another number of records than came';

function miscountWarning(
  paginationInfo: object,
  currentOffset: number,
  found: number | undefined,
): { readonly warning?: string } {
  const announced = 'recordsInPage' in paginationInfo ? paginationInfo.recordsInPage : undefined;
  if (found === undefined || announced === undefined || announced === found) return {};
  return {
    warning: `${miscountBeginning}: ${showValue(announced)} for the page at offset ${currentOffset}, which has ${found}. Compare with a fetch of smaller pages if records seem to be missing.`,
  };
}

const withoutInfo =
  'The last page came without paginationInfo. It was taken for the end; check the count if it seems too small.';

function untrusted(reason: string): NextOffset {
  return { kind: 'untrusted', reason };
}
