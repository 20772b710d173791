import { parseUtcInput } from '../../../shared/parse-utc-input.ts';
import { formatLocalTime, isUtcLocal } from '../../ui/format-local-time.ts';
import styles from './orders.module.css';
import { texts } from './texts.ts';

/** A typed UTC time in the time zone of this computer, where that differs; nothing while the text is not a time. */
export function LocalTime({ typed }: { readonly typed: string }) {
  const instant = parseUtcInput(typed);
  if (!instant.ok || isUtcLocal(instant.value)) return null;
  return <p className={styles.hint}>{texts.form.localTime(formatLocalTime(instant.value))}</p>;
}
