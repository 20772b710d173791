import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import styles from './dock-view.module.css';

/** Milliseconds without a key press after which a list is searched. */
const findDelayMs = 250;

/**
 * A field for text to find in a list of the dock, at most `maxWidth` CSS pixels wide. `onFind` gets it without
 * surrounding blanks, a moment after the last key press. It gets it at once when the focus leaves, so that a button next
 * to the field acts on the text that is shown.
 */
export function FindField({
  label,
  placeholder,
  text,
  maxWidth,
  onFind,
}: {
  readonly label: string;
  readonly placeholder: string;
  /** The text at first. */
  readonly text: string;
  readonly maxWidth: number;
  readonly onFind: (text: string) => void;
}) {
  const [typed, setTyped] = useState(text);
  const find = useDebouncedCallback((value: string) => onFind(value.trim()), findDelayMs);
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      className={styles.find}
      maw={maxWidth}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        find(currentTarget.value);
      }}
      onBlur={() => find.flush()}
    />
  );
}
