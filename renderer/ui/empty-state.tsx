import type { ReactNode } from 'react';
import styles from './components.module.css';

/** Shows that there is no content, with a hint and actions (`children`). */
export function EmptyState({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.emptyState}>
      <strong>{title}</strong>
      {hint ? <span>{hint}</span> : null}
      {children}
    </div>
  );
}
