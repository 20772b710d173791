import type { Failure } from '../../shared/result.ts';
import styles from './components.module.css';
import { Note } from './note.tsx';
import { TextButton } from './text-button.tsx';

/** A failure with its message, its fields' problems, and a way to try again where there is one. */
export function FailureNote({
  failure,
  title,
  onRetry,
}: {
  readonly failure: Failure;
  readonly title?: string;
  readonly onRetry?: () => void;
}) {
  return (
    <Note tone="bad">
      {title ? <strong>{title} </strong> : null}
      {failure.message}
      {failure.problems?.length ? (
        <ul>
          {failure.problems.map((problem) => (
            <li key={`${problem.field} ${problem.message}`}>{describeProblem(problem)}</li>
          ))}
        </ul>
      ) : null}
      {onRetry ? (
        <div className={styles.noteActions}>
          <TextButton onClick={onRetry}>Try again</TextButton>
        </div>
      ) : null}
    </Note>
  );
}

function describeProblem({ field, value, message }: { field: string; value: string; message: string }) {
  return value === '' || message.includes(value) ? `${field}: ${message}` : `${field} “${value}”: ${message}`;
}
