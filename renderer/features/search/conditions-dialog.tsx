import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ConditionRow } from '../../../shared/results/condition-rows.ts';
import { fieldTypeAt } from '../../../shared/results/record-fields.ts';
import { readSearchForm } from '../../../shared/results/search-form.ts';
import { useApp } from '../../context/app-context.tsx';
import { useSearch } from '../../context/use-stores.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { ConditionFields } from './condition-fields.tsx';
import styles from './conditions.module.css';
import { FieldTree } from './field-tree.tsx';
import { ResultsDialog } from './results-dialog.tsx';
import { problemOf } from './search-problems.ts';
import { texts } from './texts.ts';

/** The dialog for conditions on any field of the records, chosen from a tree of fields or entered as a path. */
export function ConditionsDialog() {
  return (
    <ResultsDialog name="conditions" title={texts.conditions.title} size={980}>
      <Conditions />
    </ResultsDialog>
  );
}

function Conditions() {
  const { stores } = useApp();
  const { form, change } = useSearch((state) => state);
  const rowsRef = useRef<HTMLDivElement>(null);
  const [touched, setTouched] = useState<ReadonlySet<number>>(() => new Set(form.conditions.keys()));
  const rows = form.conditions;
  const reading = readSearchForm(form);
  const failure = reading.ok ? null : reading.failure;

  const update = (index: number, row: ConditionRow) => {
    change({ conditions: rows.with(index, row) });
    setTouched(new Set(touched).add(index));
  };
  const remove = (index: number) => {
    change({ conditions: rows.toSpliced(index, 1) });
    setTouched(
      new Set([...touched].flatMap((each) => (each === index ? [] : each > index ? [each - 1] : [each]))),
    );
    rowsRef.current?.focus();
  };
  const add = (path: string) => {
    const operator = fieldTypeAt(path) === 'time' ? 'between' : 'eq';
    // The row is rendered at once, so that the focus can move into it before the next keystroke.
    flushSync(() => change({ conditions: [...rows, { path, operator, values: [] }] }));
    const inputs = rowsRef.current?.querySelectorAll<HTMLElement>(
      path === '' ? '[data-path]' : '[data-value]',
    );
    inputs?.item(inputs.length - 1)?.focus();
  };

  return (
    <div className={styles.columns}>
      <FieldTree onChoose={add} />
      <section aria-label={texts.conditions.label} className={styles.rows} ref={rowsRef} tabIndex={-1}>
        <p className={styles.hint}>{texts.conditions.about}</p>
        {rows.length === 0 ? (
          <EmptyState title={texts.conditions.none.title} hint={texts.conditions.none.hint} />
        ) : null}
        {rows.map((row, index) => (
          <ConditionFields
            // Rows are identified by their index only.
            key={`row ${String(index)}`}
            row={row}
            number={index + 1}
            problems={
              touched.has(index)
                ? {
                    path: problemOf(failure, `conditions.${index}.path`),
                    operator: problemOf(failure, `conditions.${index}.operator`),
                    values: problemOf(failure, `conditions.${index}.values`),
                  }
                : {}
            }
            onChange={(changed) => update(index, changed)}
            onRemove={() => remove(index)}
          />
        ))}
        <div className={styles.actions}>
          <Button onClick={() => add('')}>{texts.conditions.enterPath}</Button>
          <Button variant="filled" onClick={() => stores.ui.getState().closeDialog()}>
            {texts.conditions.done}
          </Button>
          {rows.length > 0 ? (
            <TextButton onClick={() => change({ conditions: [] })}>{texts.conditions.removeAll}</TextButton>
          ) : null}
        </div>
      </section>
    </div>
  );
}
