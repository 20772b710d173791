import { readTypedTime } from '../../../shared/relative-time.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** A typed UTC time in the time zone of this computer, where that differs; nothing while the text is not a time. */
export function LocalTime({ typed }: { readonly typed: string }) {
  const instant = readTypedTime(typed, Date.now());
  if (!instant.ok || isUtcLocal(instant.value)) return null;
  return <p className={styles.hint}>{texts.form.localTime(formatLocalTime(instant.value))}</p>;
}

/**
 * Formats an instant in the time zone of this computer, or another one (IANA name): `2026-11-20 16:00 GMT+8`, in UTC
 * `2026-11-20 08:00 UTC`.
 */
export function formatLocalTime(instant: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone === undefined ? {} : { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  const parts = new Map(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
}

/** Whether the time of this computer's time zone, or of another one (IANA name), is that of UTC at an instant. */
export function isUtcLocal(instant: string, timeZone?: string): boolean {
  const withoutZone = (text: string) => text.slice(0, text.lastIndexOf(' '));
  return withoutZone(formatLocalTime(instant, timeZone)) === withoutZone(formatLocalTime(instant, 'UTC'));
}
