import { Button, CloseButton, Select, Switch } from '@mantine/core';
import { IconCode, IconForms } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { shapeToRings } from '../../../../shared/areas/shape-to-rings.ts';
import { formatTime } from '../../../../shared/format.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { resultQuery } from '../../../api/result-query.ts';
import { useApp } from '../../../context/app-context.tsx';
import { useAreaList } from '../../../context/use-live-queries.ts';
import { useResults, useUi } from '../../../context/use-stores.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { texts } from '../texts.ts';
import { ExpressionField } from './expression-field.tsx';
import styles from './filter.module.css';
import { findAreaByRings } from './find-area-by-rings.ts';
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

/** Filters to detections inside an area of interest. */
function AreaFilter() {
  const { stores } = useApp();
  const areas = useAreaList();
  const within = useResults((state) => state.filter.within);
  const chosen = within ? (findAreaByRings(within, areas)?.id ?? '') : null;
  const choices = areas.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={texts.fields.area}
      placeholder={texts.fields.anyArea}
      clearable
      searchable
      data={chosen === '' ? [...choices, { value: '', label: texts.fields.drawnOutline }] : choices}
      value={chosen}
      nothingFoundMessage={texts.fields.noArea}
      onChange={(id) => {
        const area = areas.find((one) => one.id === id);
        stores.results.getState().setFilter({ within: area ? shapeToRings(area.shape) : undefined });
      }}
    />
  );
}

/** Filters to the current map extent; the extent stays fixed when the map moves. */
function MapViewFilter() {
  const { commands, stores } = useApp();
  const isOn = useResults((state) => state.filter.boundingBox !== undefined);
  return (
    <Switch
      label={texts.fields.currentExtent}
      checked={isOn}
      onChange={() =>
        isOn
          ? stores.results.getState().setFilter({ boundingBox: undefined })
          : commands.run('results.filter-map-view')
      }
    />
  );
}

/** Fetches that are offered, the latest first. */
const historyPage = { limit: 100 };

/** Filters to the results of one fetch, including runs of saved searches. */
function FetchFilter() {
  const { api, stores } = useApp();
  const fetchId = useResults((state) => state.filter.fetchId ?? null);
  const { data } = useQuery({
    ...resultQuery(queryKeys.fetchHistory(historyPage), api.searches.history, historyPage),
    placeholderData: keepPreviousData,
  });
  const fetches = (data?.entries ?? []).map(({ job, searchName }) => ({
    value: job.id,
    label: `${searchName ?? job.title}, ${formatTime(job.startedAt)}`,
  }));
  const isListed = fetchId === null || fetches.some(({ value }) => value === fetchId);
  return (
    <Select
      label={texts.fields.fetchedBy}
      placeholder={texts.fields.anyFetch}
      clearable
      searchable
      data={isListed ? fetches : [...fetches, { value: fetchId, label: texts.fields.earlierFetch }]}
      value={fetchId}
      nothingFoundMessage={texts.fields.noFetch}
      onChange={(value) => stores.results.getState().setFilter({ fetchId: value ?? undefined })}
    />
  );
}
