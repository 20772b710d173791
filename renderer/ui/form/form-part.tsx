import { IconChevronDown } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from '../components.module.css';

/** A part of a form with a heading. Folded, it is a button with a summary of its fields, which unfolds it. */
export function FormPart({
  title,
  summary,
  isFolded = false,
  onUnfold,
  children,
}: {
  readonly title: string;
  readonly summary?: string;
  readonly isFolded?: boolean;
  readonly onUnfold?: () => void;
  readonly children: ReactNode;
}) {
  if (isFolded) {
    return (
      <button type="button" className={styles.foldedPart} aria-expanded={false} onClick={onUnfold}>
        <span className="muted">{title}</span> <strong>{summary}</strong>
        <IconChevronDown size={14} aria-hidden />
      </button>
    );
  }
  return (
    <fieldset className={styles.formPart}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
