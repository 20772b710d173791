import type { ReactNode } from 'react';
import styles from './status-badge.module.css';

/** What a badge's colour stands for; `outline` is for what is not known. */
export type BadgeTone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad' | 'outline';

/** A word or two about a state, in its colour. */
export function StatusBadge({
  tone,
  tip,
  children,
}: {
  readonly tone: BadgeTone;
  readonly tip?: string;
  readonly children: ReactNode;
}) {
  return (
    <span className={styles.badge} data-tone={tone} title={tip}>
      {children}
    </span>
  );
}
