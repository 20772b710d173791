import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './paths.mjs';

/** Failed attempts with their times, which are not repeated at every start. */
const file = inProject('node_modules', '.sightline-attempts.json');
const aDay = 24 * 60 * 60 * 1000;

/** Whether `what` failed within the last day. */
export function failedRecently(what) {
  const failedAt = readAttempts()[what];
  return typeof failedAt === 'number' && Date.now() - failedAt < aDay;
}

/** Records that `what` failed now. */
export function recordFailure(what) {
  writeFileSync(file, JSON.stringify({ ...readAttempts(), [what]: Date.now() }));
}

function readAttempts() {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // A truncated file counts as missing.
    return {};
  }
}
