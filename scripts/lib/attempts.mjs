import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inProject } from './paths.mjs';

/** Attempts that failed and are not worth a wait at every start, with when they failed. */
const file = inProject('node_modules', '.sightline-attempts.json');
const aDay = 24 * 60 * 60 * 1000;

/** Whether `what` failed within the last day. */
export function failedLately(what) {
  const failedAt = readAttempts()[what];
  return typeof failedAt === 'number' && Date.now() - failedAt < aDay;
}

/** Notes that `what` failed just now. */
export function rememberFailure(what) {
  writeFileSync(file, JSON.stringify({ ...readAttempts(), [what]: Date.now() }));
}

function readAttempts() {
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    // A note cut short by a crash is worth as much as none.
    return {};
  }
}
