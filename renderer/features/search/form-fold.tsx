import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './results.module.css';

/**
 * Fields of the search form that are folded away until the user opens them, or something in them is filled in or wrong
 * (`isUsed`). It never folds by itself: the field that was just emptied may have the focus.
 */
export function FormFold({
  title,
  isUsed,
  children,
}: {
  readonly title: string;
  readonly isUsed: boolean;
  readonly children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if (isUsed && details.current) details.current.open = true;
  }, [isUsed]);
  return (
    <details ref={details} className={styles.more}>
      <summary>{title}</summary>
      <div className={styles.form}>{children}</div>
    </details>
  );
}
