import { formatTime } from '../../../shared/format.ts';
import { texts } from './texts.ts';

/** The time of a pass, without a zone where a heading states it. */
export function sitePassTime(startedAt: number | null, { zone = true } = {}): string {
  return startedAt === null ? texts.passes.withoutTime : formatTime(startedAt, { zone });
}
