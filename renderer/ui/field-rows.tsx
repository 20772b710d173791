import { Fragment, type ReactNode } from 'react';
import styles from './field-rows.module.css';

/** One line of a list of fields. `tip` is shown on hover over the label. */
export type FieldRow = { readonly label: string; readonly value: ReactNode; readonly tip?: string };

/** Names and values in two columns. A value that is absent (null, undefined or empty) is shown as a dash. */
export function FieldRows({ rows }: { readonly rows: readonly FieldRow[] }) {
  return (
    <dl className={styles.rows}>
      {rows.map(({ label, value, tip = '' }) => (
        <Fragment key={`${label}\n${tip}`}>
          <dt title={tip}>{label}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
