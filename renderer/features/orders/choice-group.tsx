import type { ReactNode } from 'react';
import styles from './orders.module.css';

/** A group of check boxes with one name and one problem. `children` are the boxes, `below` stands under them. */
export function ChoiceGroup({
  field,
  legend,
  problem,
  onLeave,
  children,
  below,
}: {
  readonly field: string;
  readonly legend: string;
  readonly problem: string | null;
  /** The focus has gone from the group to something else. */
  onLeave(): void;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}) {
  const problemId = `problem-${field}`;
  return (
    <fieldset
      className={styles.fieldset}
      data-field={field}
      aria-describedby={problem === null ? undefined : problemId}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onLeave();
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
      {below}
    </fieldset>
  );
}
