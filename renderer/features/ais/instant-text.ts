import { formatTime } from '../../../shared/format.ts';
import { texts } from './texts.ts';

/** A time by the settings, without a zone where a heading states it; a dash for none. Epoch milliseconds UTC. */
export function aisTimeText(epochMs: number | null, { zone = true } = {}): string {
  return epochMs === null ? texts.none : formatTime(epochMs, { zone });
}
