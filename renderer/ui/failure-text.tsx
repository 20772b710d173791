import { useState } from 'react';
import type { ErrorExplanation } from '../../shared/error-text.ts';
import styles from './components.module.css';
import { TextButton } from './text-button.tsx';

/** Reason why something failed, in a line of text: `text`, with the technical cause of the failure behind “Details”. */
export function FailureText({
  failure: { message, details },
  text = message,
}: {
  readonly failure: ErrorExplanation;
  readonly text?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  if (details === undefined) return text;
  return (
    <>
      {text}{' '}
      <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Details
      </TextButton>
      {isOpen ? <span className={styles.cause}>{details}</span> : null}
    </>
  );
}
