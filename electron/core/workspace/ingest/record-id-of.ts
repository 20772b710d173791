import { hash } from 'node:crypto';
import { assignedIdOf } from './parse-record.ts';

/** The id under which the workspace stores a raw record; undefined where the bytes are not complete JSON. */
export function recordIdOf(bytes: Uint8Array): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
  return assignedIdOf(value) ?? unnamedId(hash('sha256', bytes, 'hex'));
}

/** The id of a record that names none, by the hexadecimal SHA-256 of its bytes. */
export function unnamedId(sha256: string): string {
  return `unnamed-${sha256}`;
}
