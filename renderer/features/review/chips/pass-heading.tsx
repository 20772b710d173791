import type { QueuePass } from '../../../../shared/review/queue-pass.ts';
import { formatCount, formatQuantity, formatUtc } from '../../../components/format.ts';
import { TextButton } from '../../../components/text-button.tsx';
import styles from './chips.module.css';

/** Above the chips of an image: which it is, how many there are, and how many are judged. */
export function PassHeading({
  pass,
  top,
  onSelect,
}: {
  readonly pass: QueuePass | undefined;
  readonly top: number;
  readonly onSelect: () => void;
}) {
  if (!pass) return null;
  const { key, sensorName, startedAt, vendorId, count, judged } = pass;
  return (
    <div className={styles.heading} role="presentation" style={{ transform: `translateY(${top}px)` }}>
      <strong>{key === null ? 'No known image' : (sensorName ?? 'Sensor without a name')}</strong>
      {key === null ? null : (
        <span className="numeric">{startedAt === null ? 'no time given' : formatUtc(startedAt)}</span>
      )}
      {vendorId === null ? null : <span className={styles.vendor}>{vendorId}</span>}
      <span className="numeric">{formatQuantity(count, 'detection')}</span>
      <span className="numeric" data-done={judged === count || undefined}>
        {formatCount(judged)} judged
      </span>
      <TextButton tabIndex={-1} onClick={onSelect}>
        Select all
      </TextButton>
    </div>
  );
}
