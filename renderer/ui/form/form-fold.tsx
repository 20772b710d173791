import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from '../components.module.css';

/**
 * Fields of a form that are folded until the user opens them, one is filled in (`isUsed`), or one is wrong. It never
 * folds by itself: the field that was just emptied may have the focus.
 */
export function FormFold({
  title,
  about,
  isUsed,
  problem,
  children,
}: {
  readonly title: string;
  /** The names of its fields, beside the title. */
  readonly about?: string;
  readonly isUsed: boolean;
  /** A problem of these fields; each new object or text opens them. Null: none. */
  readonly problem: object | string | null;
  readonly children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  useLayoutEffect(() => {
    if ((isUsed || problem !== null) && details.current) details.current.open = true;
  }, [isUsed, problem]);
  return (
    <details ref={details} className={styles.formFold}>
      <summary>
        {title}
        {about === undefined ? null : <span className="muted"> · {about}</span>}
      </summary>
      <div>{children}</div>
    </details>
  );
}
