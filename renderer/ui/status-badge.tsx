import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

/** The meaning of a badge's color; `outline` is for unknown states. */
export type BadgeTone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad' | 'outline';

/** A short label of a state, in its color. */
export function StatusBadge({
  tone,
  tip,
  children,
}: {
  readonly tone: BadgeTone;
  readonly tip: string;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.badge} data-tone={tone} title={tip}>
      {children}
    </span>
  );
}
