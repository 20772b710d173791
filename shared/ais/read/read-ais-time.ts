import { parseIsoTime } from '../../iso-8601.ts';
import type { AisTimeForm } from './ais-columns.ts';

/** Reads the time of a report, epoch milliseconds UTC; a time without a zone is UTC. Undefined for anything else. */
export function readAisTime(text: string, form: AisTimeForm): number | undefined {
  const trimmed = text.trim();
  if (form === 'seconds' || form === 'milliseconds') {
    if (!/^\d{1,14}(\.\d+)?$/.test(trimmed)) return undefined;
    return Math.round(Number(trimmed) * (form === 'seconds' ? 1000 : 1));
  }
  return parseIsoTime(toIso(trimmed, form))?.epochMs;
}

/** `20170101_000000` is of exactEarth, `… UTC` of VesselFinder, `/` stands for `-` in plain files. */
function toIso(text: string, form: 'iso' | 'day-first' | 'month-first'): string {
  const zoned = text.replace(/ (?:UTC|GMT)$/i, 'Z');
  const short = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T]+(\d{1,2}:.*))?$/.exec(zoned);
  if (short && form !== 'iso') {
    const [, one = '', other = '', year = '', time] = short;
    const [day, month] = form === 'day-first' ? [one, other] : [other, one];
    const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    return time === undefined ? date : `${date}T${time.replace(/^(\d):/, '0$1:')}`;
  }
  const packed = /^(\d{8})_(\d{6}(?:\.\d+)?Z?)$/.exec(zoned);
  if (packed) return `${packed[1]}T${packed[2]}`;
  return zoned.replace(/^(\d{4})\/(\d\d)\/(\d\d)/, '$1-$2-$3');
}
