import type { Failure } from '../../shared/result.ts';
import styles from './components.module.css';
import { FailureText } from './failure-text.tsx';
import { Note } from './note.tsx';
import { TextButton } from './text-button.tsx';

/** Shows a failure with its message, the problems of its fields, and an optional retry button. */
export function FailureNote({
  failure,
  title,
  onRetry,
}: {
  readonly failure: Failure;
  readonly title?: string | undefined;
  readonly onRetry?: () => void;
}) {
  return (
    <Note tone="bad">
      {title ? <strong>{title} </strong> : null}
      <FailureText failure={failure} />
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
  if (field !== '' && message.includes(field)) return message;
  return value === '' || message.includes(value) ? `${field}: ${message}` : `${field} “${value}”: ${message}`;
}
