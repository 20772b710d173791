import { VisuallyHidden } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { operatorNames } from './condition-fields.tsx';
import styles from './results.module.css';
import { problemOf } from './search-problems.ts';
import { texts } from './texts.ts';

/** The conditions on other fields; a click opens the dialog that edits them. */
export function OtherFields() {
  const { commands, stores } = useApp();
  const { form, failure } = useSearch((state) => state);
  const problem = problemOf(failure, 'conditions');
  const rows = form.conditions;
  return (
    <div>
      <div className={styles.label}>
        <span>{texts.otherFields.title}</span>
        {rows.length > 0 ? (
          <TextButton
            aria-label={texts.otherFields.removeAll}
            onClick={() => stores.search.getState().change({ conditions: [] })}
          >
            {texts.otherFields.remove}
          </TextButton>
        ) : null}
      </div>
      <button
        type="button"
        className={styles.box}
        data-invalid={problem !== undefined || undefined}
        onClick={() => commands.run('results.conditions')}
      >
        <VisuallyHidden>{texts.otherFields.edit}</VisuallyHidden>
        {rows.length === 0 ? <span className="muted">{texts.otherFields.none}</span> : null}
        {rows.map(({ path, operator, values }, index) => (
          // Rows are identified by their index only.
          <span key={`row ${String(index)}`} className={styles.condition}>
            <code>{path || texts.otherFields.noField}</code> <strong>{operatorNames[operator]}</strong>{' '}
            {values.join(operator === 'between' ? ' … ' : ', ') || '–'}
          </span>
        ))}
      </button>
      {problem ? <div className={styles.problem}>{problem}</div> : null}
    </div>
  );
}
