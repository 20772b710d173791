import type { ReactNode } from 'react';
import styles from './components.module.css';

/** Says that there is nothing here, and what would bring something. `children` are the actions. */
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
