import { SegmentedControl, Select } from '@mantine/core';
import { useId, useMemo } from 'react';
import { csvRow } from '../../../shared/csv-cell.ts';
import { toFileName } from '../../../shared/file-name.ts';
import { describeNamedLayer } from '../../../shared/layers/describe-layer.ts';
import { layerFieldOf } from '../../../shared/results/detection-field.ts';
import { groupByField } from '../../../shared/results/field-groups.ts';
import { savePicture } from '../../api/save-picture.ts';
import { type App, useApp } from '../../context/app-context.tsx';
import { copyTable, loadMarking } from '../../context/copy-table.ts';
import { reportSavedFile } from '../../context/report-saved-file.ts';
import { useLoadedLayers } from '../../context/use-live-queries.ts';
import { useParameters, useProperties } from '../../context/use-results-queries.ts';
import { useDock } from '../../context/use-stores.ts';
import type { StatisticsScope } from '../../stores/dock-store.ts';
import type { StatisticsTopic } from '../../stores/statistics-topic.ts';
import { chartToPng } from '../../ui/chart/chart-to-png.ts';
import type { ColorScheme } from '../../ui/design-tokens.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import { useColorScheme } from '../../ui/use-color-scheme.ts';
import styles from './statistics.module.css';
import type { StatisticsBar } from './statistics-bars.ts';
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
  const stated = (layers ?? []).filter(({ name }) => layerOfTopic(topic) === name).map(describeNamedLayer);
  const csv = () => {
    if (!statistics) return '';
    const { title, bars, summary = [] } = statistics;
    const sources = stated.map((value) => ({ label: texts.csv.layer, value }));
    return statisticsCsv(title, bars, [...summary, ...sources]);
  };
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
      <span className={`muted ${styles.stated}`} title={stated.join(' ')}>
        {stated.join(' ')}
      </span>
      <TextButton disabled={!statistics || isOutdated} onClick={() => void copyCsv(app, csv(), name)}>
        {texts.controls.copyCsv}
      </TextButton>
      <TextButton
        disabled={!statistics || isOutdated}
        onClick={() => void copyChart(app, canvas.current, name, scheme)}
      >
        {texts.controls.copyImage}
      </TextButton>
    </div>
  );
}

/** Copies text to the clipboard, or saves it as a file if that is denied. */
async function copyCsv(
  app: Pick<App, 'api' | 'queries' | 'queryClient'>,
  csv: string,
  title: string,
): Promise<void> {
  if (await copyTable(app, csv)) return notifyInfo(texts.copied.csv);
  const name = fileName(title, 'csv');
  reportSavedFile(await app.api.exchange.saveText.mutate({ name, text: csv }), texts.copied.file);
}

/** Copies the chart to the clipboard as PNG, or saves it as a file if that is denied. */
async function copyChart(
  app: Pick<App, 'api' | 'queries' | 'queryClient'>,
  canvas: HTMLCanvasElement | null,
  title: string,
  scheme: ColorScheme,
): Promise<void> {
  if (!canvas) return;
  const picture = await chartToPng(canvas, scheme, await loadMarking(app));
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    notifyInfo(texts.copied.image);
  } catch {
    // The host may refuse the clipboard.
    reportSavedFile(await savePicture(picture, fileName(title, 'png')), texts.copied.file);
  }
}

function fileName(title: string, ending: 'csv' | 'png'): string {
  const stem = title
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return toFileName(`${stem || 'statistics'}.${ending}`, `statistics.${ending}`);
}

/** The name of the layer that a topic is about. */
function layerOfTopic(topic: StatisticsTopic): string | undefined {
  if (topic.kind === 'passes') return undefined;
  return layerFieldOf(topic.kind === 'groups' ? topic.by : topic.field)?.layer;
}

/** The numbers as CSV (RFC 4180). Text that a spreadsheet would interpret as a formula starts with an apostrophe. */
export function statisticsCsv(
  title: string,
  bars: readonly StatisticsBar[],
  summary: readonly { readonly label: string; readonly value: string }[] = [],
): string {
  const hasTotals = bars.some(({ total }) => total !== null);
  const hasPasses = bars.some(({ passes }) => passes !== undefined);
  const lines = [
    [
      title,
      texts.csv.detections,
      ...(hasTotals ? [texts.csv.total] : []),
      ...(hasPasses ? [texts.csv.passes] : []),
    ],
    ...bars.map(({ label, count, total, passes }) => [
      label,
      String(count),
      ...(hasTotals ? [String(total ?? '')] : []),
      ...(hasPasses ? [String(passes ?? '')] : []),
    ]),
    ...summary.map(({ label, value }) => [label, value]),
  ];
  return lines.map((line) => csvRow(line)).join('\r\n');
}
