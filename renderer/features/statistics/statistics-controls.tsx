import { SegmentedControl, Select } from '@mantine/core';
import { useId, useMemo } from 'react';
import { groupByField } from '../../../shared/results/field-groups.ts';
import { useApp } from '../../context/app-context.tsx';
import { useLoadedLayers } from '../../context/use-live-queries.ts';
import { useParameters, useProperties } from '../../context/use-results-queries.ts';
import { useDock } from '../../context/use-stores.ts';
import type { StatisticsScope } from '../../stores/dock-store.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';
import { copyChart, copyCsv } from './copy-statistics.ts';
import styles from './statistics.module.css';
import { statisticsCsv } from './statistics-csv.ts';
import { topicChoices, topicKey } from './statistics-topics.ts';
import { texts } from './texts.ts';
import type { Statistics } from './use-statistics.ts';

/** Controls for the topic and scope of the statistics, and for copying them. */
export function StatisticsControls({
  statistics,
  isOutdated,
  canvas,
}: {
  readonly statistics: Statistics | null;
  /** Whether they are still those of the filter before, which are not copied. */
  readonly isOutdated: boolean;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
}) {
  const app = useApp();
  const { dock } = app.stores;
  const topicId = useId();
  const properties = useProperties();
  const parameters = useParameters();
  const topic = useDock((state) => state.topic);
  const scope = useDock((state) => state.scope);
  const layers = useLoadedLayers();
  const choices = useMemo(
    () => topicChoices(properties, parameters, layers ?? []),
    [properties, parameters, layers],
  );
  const scheme = useColorScheme();
  const name = statistics?.title ?? 'statistics';
  const csv = () => (statistics ? statisticsCsv(statistics.title, statistics.bars, statistics.summary) : '');
  return (
    <div className={styles.controls}>
      <label htmlFor={topicId} className="muted">
        {texts.controls.topic}
      </label>
      <Select
        id={topicId}
        className={styles.topic}
        searchable
        allowDeselect={false}
        data={groupByField(choices, ({ topic: { kind, ...of } }) => ('field' in of ? of.field : null)).map(
          ({ group, items }) => ({
            group,
            items: items.map(({ key, title }) => ({ value: key, label: title })),
          }),
        )}
        value={topicKey(topic)}
        comboboxProps={{ width: 260, position: 'bottom-start' }}
        onChange={(key) => {
          const chosen = choices.find((choice) => choice.key === key);
          if (chosen) dock.getState().setTopic(chosen.topic);
        }}
      />
      <SegmentedControl
        aria-label={texts.controls.scope}
        data={[
          { value: 'all', label: texts.controls.all },
          { value: 'filtered', label: texts.controls.filtered },
          { value: 'selected', label: texts.controls.selected },
        ]}
        value={scope}
        onChange={(value) => dock.getState().setScope(value as StatisticsScope)}
      />
      <span className="grow" />
      <TextButton disabled={!statistics || isOutdated} onClick={() => void copyCsv(app, csv(), name)}>
        {texts.controls.copyCsv}
      </TextButton>
      <TextButton
        disabled={!statistics || isOutdated}
        onClick={() => void copyChart(canvas.current, name, scheme)}
      >
        {texts.controls.copyImage}
      </TextButton>
    </div>
  );
}
