import type { ReactNode } from 'react';
import styles from './removable-chip.module.css';

/** A short text with a button that removes the named item. `actions` are shown between them and are never truncated. */
export function RemovableChip({
  text,
  actions,
  removeLabel,
  onRemove,
}: {
  readonly text: string;
  readonly actions?: ReactNode;
  readonly removeLabel: string;
  readonly onRemove: () => void;
}) {
  return (
    <span className={styles.chip} data-whole={actions ? '' : undefined}>
      <span className={styles.text} title={actions ? undefined : text}>
        {text}
      </span>
      {actions}
      <button type="button" aria-label={removeLabel} onClick={onRemove}>
        ×
      </button>
    </span>
  );
}
