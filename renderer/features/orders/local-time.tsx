import { parseUtcInput } from '../../../shared/parse-utc-input.ts';
import { formatLocalTime } from '../../ui/format-local-time.ts';
import styles from './orders.module.css';

/** What a typed UTC time is by the clock of this computer; nothing while it cannot be read. */
export function LocalTime({ typed }: { readonly typed: string }) {
  const instant = parseUtcInput(typed);
  if (!instant.ok) return null;
  return <p className={styles.hint}>Local: {formatLocalTime(instant.value)}</p>;
}
