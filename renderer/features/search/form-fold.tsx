import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Failure } from '../../../shared/result.ts';
import styles from './results.module.css';

/**
 * Fields of the search form that are folded until the user opens them, one is filled in (`isUsed`), or one is wrong. It
 * never folds by itself: the field that was just emptied may have the focus.
 */
export function FormFold({
  title,
  isUsed,
  failure,
  children,
}: {
  readonly title: string;
  readonly isUsed: boolean;
  /** The failure that has problems of these fields; each new one opens them. Null: they have none. */
  readonly failure: Failure | null;
  readonly children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if ((isUsed || failure) && details.current) details.current.open = true;
  }, [isUsed, failure]);
  return (
    <details ref={details} className={styles.more}>
      <summary>{title}</summary>
      <div className={styles.form}>{children}</div>
    </details>
  );
}
