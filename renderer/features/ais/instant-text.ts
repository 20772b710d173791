import { formatTime } from '../../../shared/format.ts';
import { texts } from './texts.ts';

/** A time by the settings; a dash for none. Epoch milliseconds UTC. */
export function instantText(epochMs: number | null): string {
  return epochMs === null ? texts.none : formatTime(epochMs);
}
