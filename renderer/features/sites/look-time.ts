import { formatTime } from '../../../shared/format.ts';
import { texts } from './texts.ts';

/** The time of a look. */
export function lookTime(startedAt: number | null): string {
  return startedAt === null ? texts.looks.withoutTime : formatTime(startedAt);
}
