import { type ReactNode, useState } from 'react';
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
  const [isOpen, setOpen] = useState(isUsed);
  const [wasUsed, setWasUsed] = useState(isUsed);
  if (isUsed !== wasUsed) {
    setWasUsed(isUsed);
    if (isUsed) setOpen(true);
  }
  return (
    <details className={styles.more} open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      <div className={styles.form}>{children}</div>
    </details>
  );
}
