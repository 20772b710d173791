import type { Failure } from '../../shared/result.ts';
import styles from './components.module.css';
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
      {failure.message}
      {failure.problems?.length ? (
        <ul>
          {failure.problems.map((problem) => (
            <li key={`${problem.field} ${problem.message}`}>{describeProblem(problem)}</li>
          ))}
        </ul>
      ) : null}
      {failure.details === undefined ? null : <FailureDetails details={failure.details} />}
      {onRetry ? (
        <div className={styles.noteActions}>
          <TextButton onClick={onRetry}>Try again</TextButton>
        </div>
      ) : null}
    </Note>
  );
}

/** The technical cause, folded. */
export function FailureDetails({ details }: { readonly details: string }) {
  return (
    <details>
      <summary className="muted">Details</summary>
      {details}
    </details>
  );
}

function describeProblem({ field, value, message }: { field: string; value: string; message: string }) {
  if (field !== '' && message.includes(field)) return message;
  return value === '' || message.includes(value) ? `${field}: ${message}` : `${field} “${value}”: ${message}`;
}
