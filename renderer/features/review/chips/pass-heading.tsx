import { formatQuantity, formatTime } from '../../../../shared/format.ts';
import type { QueuePass } from '../../../../shared/review/queue-pass.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import styles from './chips.module.css';

/** Heading of an image's chips: the image, the number of detections, and how many are reviewed. */
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
  const { key, sensorName, startedAt, vendorId, count, reviewed: judged } = pass;
  return (
    <div className={styles.heading} style={{ transform: `translateY(${top}px)` }}>
      <strong>{key === null ? texts.chips.unknownImage : (sensorName ?? texts.chips.unnamedSensor)}</strong>
      {key === null ? null : (
        <span className="numeric">{startedAt === null ? texts.chips.noTime : formatTime(startedAt)}</span>
      )}
      {vendorId === null ? null : <span className={styles.vendor}>{vendorId}</span>}
      <span className="numeric">{formatQuantity(count, 'detection')}</span>
      <span className="numeric" data-done={judged === count || undefined}>
        {texts.chips.reviewed(judged)}
      </span>
      <TextButton onClick={onSelect}>{texts.chips.selectAll}</TextButton>
    </div>
  );
}
