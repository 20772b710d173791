import { formatTime } from '../../../shared/format.ts';
import { texts } from './texts.ts';

/** The time of a look, without a zone where a heading states it. */
export function lookTime(startedAt: number | null, { zone = true } = {}): string {
  return startedAt === null ? texts.looks.withoutTime : formatTime(startedAt, { zone });
}
