import { Button, CloseButton } from '@mantine/core';
import { IconCode, IconForms } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useApp } from '../../../context/app-context.tsx';
import { useResults, useUi } from '../../../context/use-stores.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { AreaFilter, MapViewFilter } from './area-filter.tsx';
import { ExpressionField } from './expression-field.tsx';
import { FetchFilter } from './fetch-filter.tsx';
import styles from './filter.module.css';
import { ConfidenceFilter, FlaggedFilter, ListFilters, TextFilter } from './list-filters.tsx';
import { TimeFilter } from './time-filter.tsx';

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
    <search className={styles.editor} aria-label="Filter what is shown" onKeyDown={onKeyDown}>
      <div className={styles.head}>
        <h2 className={styles.title}>Filter what is shown</h2>
        <TextButton
          className={styles.mode}
          onClick={() => {
            stores.ui.getState().setFilterMode(asExpression ? 'fields' : 'expression');
            commands.run('results.filter');
          }}
        >
          {asExpression ? <IconForms size={15} aria-hidden /> : <IconCode size={15} aria-hidden />}
          {asExpression ? 'As fields' : 'As an expression'}
        </TextButton>
        <CloseButton size="sm" aria-label="Close the filter" onClick={onClose} />
      </div>
      <div className={styles.body} data-region="filter-fields">
        {asExpression ? (
          <>
            <ExpressionField />
            <p className={styles.hint}>
              Compares any property, such as <code>length_m {'>'} 40 and sensor = "…"</code>. It applies
              together with the fields.
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
          Clear
        </TextButton>
        <Button onClick={onClose}>Done</Button>
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
      <TimeFilter member="collectedFrom" label="Collected from, UTC" />
      <TimeFilter member="collectedTo" label="Collected before, UTC" />
      <TimeFilter member="uploadedFrom" label="Uploaded from, UTC" />
      <TimeFilter member="uploadedTo" label="Uploaded before, UTC" />
      <AreaFilter />
      <FlaggedFilter />
      <FetchFilter />
    </div>
  );
}
