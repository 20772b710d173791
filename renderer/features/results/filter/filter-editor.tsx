import { Button, CloseButton } from '@mantine/core';
import { IconCode, IconForms } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useApp } from '../../../context/app-context.tsx';
import { useResults, useUi } from '../../../context/use-stores.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import { AreaFilter, MapViewFilter } from './area-filter.tsx';
import { ExpressionField } from './expression-field.tsx';
import { FetchFilter } from './fetch-filter.tsx';
import styles from './filter.module.css';
import { ConfidenceFilter, FlaggedFilter, ListFilters, TextFilter } from './list-filters.tsx';
import { NumberFilters } from './number-filters.tsx';
import { LastDays, TimeFilter } from './time-filter.tsx';

/** Edits what is shown, as fields or as an expression. Each change applies at once. */
export function FilterEditor({ onClose }: { readonly onClose: () => void }) {
  const { commands, stores } = useApp();
  const mode = useUi((state) => state.filterMode);
  const isFiltered = useResults((state) => Object.keys(state.filter).length > 0);
  const asExpression = mode === 'expression';

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // A list that is open closes first.
    if (event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true') return;
    event.preventDefault();
    onClose();
  }

  return (
    <search className={styles.editor} data-mode={mode} aria-label={texts.editor.title} onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h2 className={styles.title}>{texts.editor.title}</h2>
        <TextButton
          className={styles.mode}
          onClick={() => {
            stores.ui.getState().setFilterMode(asExpression ? 'fields' : 'expression');
            commands.run('results.filter');
          }}
        >
          {asExpression ? <IconForms size={15} aria-hidden /> : <IconCode size={15} aria-hidden />}
          {asExpression ? texts.editor.asFields : texts.editor.asExpression}
        </TextButton>
        <CloseButton size="sm" aria-label={texts.editor.close} onClick={onClose} />
      </div>
      <div className={styles.body} data-region="filter-fields">
        {asExpression ? (
          <>
            <ExpressionField />
            <p className={styles.hint}>
              {texts.editor.expressionHint.before} <code>{texts.editor.expressionHint.example}</code>.{' '}
              {texts.editor.expressionHint.after}
            </p>
          </>
        ) : (
          <Fields />
        )}
      </div>
      <div className={styles.foot}>
        <MapViewFilter />
        <span className="grow" />
        <TextButton disabled={!isFiltered} onClick={() => commands.run('results.clear-filter')}>
          {texts.editor.clear}
        </TextButton>
        <Button onClick={onClose}>{texts.editor.done}</Button>
      </div>
    </search>
  );
}

function Fields() {
  return (
    <div className={styles.fields}>
      <TextFilter />
      <ListFilters />
      <ConfidenceFilter />
      <FlaggedFilter />
      <NumberFilters />
      <LastDays />
      <TimeFilter member="collectedFrom" label={texts.fields.collectedFrom} />
      <TimeFilter member="collectedTo" label={texts.fields.collectedBefore} />
      <TimeFilter member="uploadedFrom" label={texts.fields.uploadedFrom} />
      <TimeFilter member="uploadedTo" label={texts.fields.uploadedBefore} />
      <AreaFilter />
      <FetchFilter />
    </div>
  );
}
