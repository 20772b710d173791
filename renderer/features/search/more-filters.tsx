import { VisuallyHidden } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { operatorNames } from './condition-fields.tsx';
import styles from './results.module.css';
import { problemOf } from './search-problems.ts';

/** A description of the additional conditions; a click opens the dialog that edits them. */
export function MoreFilters() {
  const { commands, stores } = useApp();
  const { form, failure } = useSearch((state) => state);
  const problem = problemOf(failure, 'conditions');
  const rows = form.conditions;
  return (
    <div>
      <div className={styles.label}>
        <span>More filters</span>
        {rows.length > 0 ? (
          <TextButton
            aria-label="Remove all additional filters"
            onClick={() => stores.search.getState().change({ conditions: [] })}
          >
            Remove
          </TextButton>
        ) : null}
      </div>
      <button
        type="button"
        className={styles.box}
        data-invalid={problem !== undefined || undefined}
        onClick={() => commands.run('results.conditions')}
      >
        <VisuallyHidden>Edit additional filters: </VisuallyHidden>
        {rows.length === 0 ? <span className="muted">Any other field of the records…</span> : null}
        {rows.map(({ path, operator, values }, index) => (
          // Rows are identified by their index only.
          <span key={`row ${String(index)}`} className={styles.condition}>
            <code>{path || 'no field yet'}</code> <strong>{operatorNames[operator]}</strong>{' '}
            {values.join(operator === 'between' ? ' … ' : ', ') || '–'}
          </span>
        ))}
      </button>
      {problem ? <div className={styles.problem}>{problem}</div> : null}
    </div>
  );
}
