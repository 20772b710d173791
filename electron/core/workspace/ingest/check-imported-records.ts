import { describeValue } from '../../../../shared/describe-value.ts';
import { recordsOfBody } from './build-page-body.ts';
import { recordIdOf, unnamedId } from './parse-record.ts';
import type { PreparedRecord } from './prepare/prepare-page-rows.ts';

/** A record as it was named elsewhere, and how many bytes of the page's body are stated to be its own. */
export type StatedRecord = { readonly recordId: string; readonly byteLength: number };

/**
 * Reason why the records of a body that `buildPageBody` built are not those that were stated: the first whose bytes are not one
 * JSON object, or one of another id. Undefined when each is what it is stated to be. `prepared` is what was read of the
 * body; undefined where it was not read.
 */
export function findMisstatedRecord(
  body: Uint8Array,
  stated: readonly StatedRecord[],
  prepared: readonly PreparedRecord[] | undefined,
): string | undefined {
  if (prepared && isAsStated(prepared, stated)) return undefined;
  for (const [index, bytes] of recordsOfBody(body, stated).entries()) {
    const recordId = stated[index]?.recordId ?? '';
    const found = recordIdOf(bytes);
    if (found === recordId) continue;
    const name = `The bytes of the record ${describeValue(recordId)}`;
    return found === undefined || found.startsWith(unnamedId(''))
      ? `${name} are not one JSON object with this id.`
      : `${name} are those of the record ${describeValue(found)}.`;
  }
  return undefined;
}

/** Whether the body was read as these records, byte by byte: then no record ends where another one was stated to be. */
function isAsStated(prepared: readonly PreparedRecord[], stated: readonly StatedRecord[]): boolean {
  return (
    prepared.length === stated.length &&
    prepared.every(({ recordId, byteLength }, index) => {
      const record = stated[index];
      return recordId === record?.recordId && byteLength === record.byteLength;
    })
  );
}
