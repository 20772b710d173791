import type { ReactNode } from 'react';
import styles from './orders.module.css';

/** A group of check boxes with one name and one problem. `footer` is shown below the boxes. */
export function ChoiceGroup({
  field,
  legend,
  problem,
  onBlur,
  children,
  footer,
}: {
  readonly field: string;
  readonly legend: string;
  readonly problem: string | null;
  /** Called when the focus leaves the group. */
  onBlur(): void;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}) {
  const problemId = `problem-${field}`;
  return (
    <fieldset
      className={styles.fieldset}
      data-field={field}
      aria-describedby={problem === null ? undefined : problemId}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
    >
      <legend>{legend}</legend>
      <div className={styles.choices} data-invalid={problem === null ? undefined : true}>
        {children}
      </div>
      {problem !== null && (
        <p id={problemId} className={styles.error}>
          {problem}
        </p>
      )}
      {footer}
    </fieldset>
  );
}
