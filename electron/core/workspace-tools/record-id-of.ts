import { hash } from 'node:crypto';
import { assignedIdOf } from '../workspace/ingest/parse-record.ts';

/** The id under which the workspace stores a raw record; undefined where the bytes are not complete JSON. */
export function recordIdOf(bytes: Uint8Array): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  return assignedIdOf(value) ?? `unnamed-${hash('sha256', bytes, 'hex')}`;
}
