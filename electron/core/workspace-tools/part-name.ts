import { randomUUID } from 'node:crypto';
import path from 'node:path';

/** A hidden name beside `target` for what is not whole yet; `removeLeftParts` knows it. */
export function partNameOf(target: string): string {
  return `.${path.basename(target)}.part-${randomUUID().slice(0, 8)}`;
}
