import type { ReactNode } from 'react';
import styles from './components.module.css';

/** A boxed remark. `bad` is announced at once (role alert), the others politely. */
export function Note({
  tone = 'info',
  children,
}: {
  readonly tone?: 'info' | 'warn' | 'bad';
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.note} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
