import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './removable-chip.module.css';

/** A short text with a button that removes the named item. `actions` are shown between them and are never truncated. */
export function RemovableChip({
  text,
  title = text,
  problem = '',
  actions,
  removeLabel,
  onRemove,
}: {
  readonly text: string;
  /** The tip of a chip without actions. */
  readonly title?: string;
  /** Its defects, in sentences; the chip is marked. */
  readonly problem?: string;
  readonly actions?: ReactNode;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}) {
  return (
    <span
      className={styles.chip}
      data-whole={actions ? '' : undefined}
      data-problem={problem === '' ? undefined : ''}
    >
      {problem === '' ? null : (
        <span role="img" aria-label={problem} title={problem} className={styles.problem}>
          <IconAlertTriangle size={14} stroke={1.5} aria-hidden />
        </span>
      )}
      <span className={styles.text} title={actions ? undefined : title}>
        {text}
      </span>
      {actions}
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
