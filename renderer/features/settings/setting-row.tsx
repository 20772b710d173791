import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './settings-dialog.module.css';

/** A setting: its label with a hint at the left, its control at the right. */
export function SettingRow({
  label,
  hint,
  children,
}: {
  readonly label: ReactNode;
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.row}>
      <div className={styles.rowText}>
        <div className={styles.rowLabel}>{label}</div>
        {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      </div>
      {children}
    </div>
  );
}

/** A setting with few choices. */
export function ChoiceRow<Value extends string>({
  label,
  hint,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly value: Value;
  /** The text of each choice. */
  readonly choices: Readonly<Record<Value, string>>;
  onChange(value: Value): void;
}) {
  const id = useId();
  return (
    <SettingRow label={<span id={id}>{label}</span>} hint={hint}>
      <SegmentedControl
        aria-labelledby={id}
        data={(Object.keys(choices) as Value[]).map((choice) => ({ value: choice, label: choices[choice] }))}
        value={value}
        onChange={onChange}
      />
    </SettingRow>
  );
}
