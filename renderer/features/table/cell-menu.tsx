import { Menu } from '@mantine/core';
import { cutText } from '../../../shared/cut-text.ts';
import { copyFormats } from '../../../shared/exchange/copy-formats.ts';
import { isBuiltinField, isFieldFetched } from '../../../shared/results/builtin-fields.ts';
import type { DetectionFilter, DetectionRow } from '../../../shared/results/detection.ts';
import { formatFieldNumber } from '../../../shared/results/field-number.ts';
import { cellValue } from '../../../shared/results/field-value.ts';
import { excludeValue, filterByValue } from '../../../shared/results/filter-by-value.ts';
import { useApp } from '../../context/app-context.tsx';
import { topicOfField } from '../../stores/statistics-topic.ts';
import { ContextMenu } from '../../ui/context-menu.tsx';
import { useCopy } from '../../ui/use-copy.ts';
import type { DetectionColumn } from './detection-columns.tsx';
import { texts } from './texts.ts';

/** The cell of an open menu, and the menu's position in the window. */
export type CellMenuTarget = {
  readonly row: DetectionRow;
  readonly column: DetectionColumn;
  readonly x: number;
  readonly y: number;
};

/** The context menu of a cell. */
export function CellMenu({
  target,
  onClose,
}: {
  readonly target: CellMenuTarget | null;
  readonly onClose: () => void;
}) {
  if (!target) return null;
  const label = texts.cellMenu.label(target.column.title, target.row.id);
  return (
    <ContextMenu x={target.x} y={target.y} label={label} onClose={onClose}>
      <CellMenuItems target={target} />
    </ContextMenu>
  );
}

function CellMenuItems({ target: { row, column } }: { readonly target: CellMenuTarget }) {
  const { commands, stores } = useApp();
  const { copy } = useCopy();
  const value = cellValue(row, column.field);
  const absent =
    isBuiltinField(column.field) && !isFieldFetched(column.field, row.fields)
      ? texts.cells.notFetched
      : texts.cellMenu.noValue;
  const shown =
    typeof value === 'number'
      ? formatFieldNumber(column.field, value)
      : value === null
        ? absent
        : truncate(String(value));
  const topic = topicOfField(column.field, column.isNumeric);
  const setFilter = (change: (filter: DetectionFilter) => DetectionFilter) => {
    const { filter, replaceFilter } = stores.results.getState();
    replaceFilter(change(filter));
  };
  return (
    <>
      <Menu.Label>
        {column.title}: {shown}
      </Menu.Label>
      <Menu.Item onClick={() => setFilter((filter) => filterByValue(filter, column.field, value))}>
        {texts.cellMenu.filter}
      </Menu.Item>
      <Menu.Item onClick={() => setFilter((filter) => excludeValue(filter, column.field, value))}>
        {texts.cellMenu.exclude}
      </Menu.Item>
      <Menu.Item onClick={() => setFilter((filter) => filterByValue(filter, 'record', row.recordId))}>
        {texts.cellMenu.onlyRecord}
      </Menu.Item>
      {topic ? (
        <Menu.Item
          onClick={() => {
            stores.dock.getState().setTopic(topic);
            stores.dock.getState().setTab('statistics');
          }}
        >
          {texts.cellMenu.statistics}
        </Menu.Item>
      ) : null}
      <Menu.Divider />
      <Menu.Item onClick={() => copy(String(value ?? ''))} disabled={value === null}>
        {texts.cellMenu.copyValue}
      </Menu.Item>
      <Menu.Item onClick={() => commands.run('results.copy-rows')}>{texts.cellMenu.copyRows}</Menu.Item>
      {copyFormats.map(({ id, title }) => (
        <Menu.Item key={id} onClick={() => commands.run(`results.copy-${id}`)}>
          {texts.cellMenu.copyRowsAs(title)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={() => commands.run('results.select-filtered')}>
        {texts.cellMenu.selectFiltered}
      </Menu.Item>
      <Menu.Item onClick={() => commands.run('results.invert-selection')}>
        {texts.cellMenu.invertSelection}
      </Menu.Item>
    </>
  );
}

function truncate(text: string): string {
  return cutText(text, 40);
}
