import { Textarea, VisuallyHidden } from '@mantine/core';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { UtcInput } from '../../ui/utc-input.tsx';
import { operatorNames } from './condition-fields.tsx';
import { FormFold } from './form-fold.tsx';
import styles from './results.module.css';
import { problemOf } from './search-problems.ts';
import { texts } from './texts.ts';

const uploadTimes = ['uploadedAfter', 'uploadedBefore'] as const;
const lists = ['collectedRanges', 'recordIds'] as const;
const fields = [...uploadTimes, ...lists, 'conditions'] as const;

/** Upload times, lists of collection ranges and of record IDs, and conditions on other fields. */
export function MoreConditions() {
  const { form, failure, change } = useSearch((state) => state);
  const isUsed = fields.some((field) => form[field].length > 0);
  const hasProblem = fields.some((field) => problemOf(failure, field) !== undefined);
  return (
    <FormFold title={texts.moreConditions.title} isUsed={isUsed} failure={hasProblem ? failure : null}>
      <div className={styles.pair}>
        {uploadTimes.map((field) => (
          <UtcInput
            key={field}
            label={texts.form[field]}
            value={form[field]}
            isEnd={field === 'uploadedBefore'}
            error={problemOf(failure, field)}
            onChange={(time) => change({ [field]: time })}
          />
        ))}
      </div>
      {lists.map((field) => (
        <Textarea
          key={field}
          label={texts.lists[field]}
          placeholder={texts.lists[`${field}Example`]}
          autosize
          minRows={2}
          maxRows={6}
          spellCheck={false}
          value={form[field]}
          error={problemOf(failure, field)}
          onChange={(event) => change({ [field]: event.currentTarget.value })}
        />
      ))}
      <p className={styles.hint}>{texts.lists.about}</p>
      <OtherFields />
    </FormFold>
  );
}

/** The conditions on other fields; a click opens the dialog that edits them. */
function OtherFields() {
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
