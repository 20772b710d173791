import { Menu } from '@mantine/core';
import type { DetectionFilter, DetectionRow } from '../../../../shared/results/detection.ts';
import { cellValue } from '../../../../shared/results/field-value.ts';
import { useApp } from '../../../app/app-context.tsx';
import { copyFormats } from '../../../commands/selection-commands.ts';
import { useCopy } from '../../../components/use-copy.ts';
import { excludeValue, filterByValue } from '../filter/filter-by-value.ts';
import { topicOf } from '../statistics/statistics-topics.ts';
import type { DetectionColumn } from './detection-columns.tsx';

/** Where the menu of a cell was asked for; a point of the window. */
export type CellPress = {
  readonly row: DetectionRow;
  readonly column: DetectionColumn;
  readonly x: number;
  readonly y: number;
};

/** Not `keydown`: the menu may be opened by a key, which goes on to the document. */
const pressEvents = ['mousedown', 'touchstart'];

/** What can be done with a value of the table. */
export function CellMenu({
  press,
  onClose,
}: {
  readonly press: CellPress | null;
  readonly onClose: () => void;
}) {
  if (!press) return null;
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      offset={2}
      clickOutsideEvents={pressEvents}
      returnFocus={false}
    >
      <Menu.Target>
        <span style={{ position: 'fixed', left: press.x, top: press.y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={`${press.column.title} of detection ${press.row.id}`}>
        <CellMenuItems press={press} />
      </Menu.Dropdown>
    </Menu>
  );
}

function CellMenuItems({ press: { row, column } }: { readonly press: CellPress }) {
  const { commands, stores } = useApp();
  const { copy } = useCopy();
  const value = cellValue(row, column.field);
  const shown = value === null ? 'no value' : shortened(String(value));
  const topic = topicOf(column.field, column.isNumeric);
  const setFilter = (change: (filter: DetectionFilter) => DetectionFilter) =>
    stores.results.setState(({ filter }) => ({ filter: change(filter) }));
  return (
    <>
      <Menu.Label>
        {column.title}: {shown}
      </Menu.Label>
      <Menu.Item onClick={() => setFilter((filter) => filterByValue(filter, column.field, value))}>
        Filter by this value
      </Menu.Item>
      <Menu.Item onClick={() => setFilter((filter) => excludeValue(filter, column.field, value))}>
        Exclude this value
      </Menu.Item>
      <Menu.Item onClick={() => setFilter((filter) => filterByValue(filter, 'record', row.recordId))}>
        Only this record
      </Menu.Item>
      {topic ? (
        <Menu.Item onClick={() => stores.dock.setState({ tab: 'statistics', topic })}>
          Statistics of this column
        </Menu.Item>
      ) : null}
      <Menu.Divider />
      <Menu.Item onClick={() => copy(String(value ?? ''))} disabled={value === null}>
        Copy the value
      </Menu.Item>
      <Menu.Item onClick={() => commands.run('results.copy-rows')}>Copy rows</Menu.Item>
      {copyFormats.map(({ id, title }) => (
        <Menu.Item key={id} onClick={() => commands.run(`results.copy-${id}`)}>
          Copy rows as {title}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item onClick={() => commands.run('results.select-filtered')}>
        Select all that are listed
      </Menu.Item>
      <Menu.Item onClick={() => commands.run('results.invert-selection')}>Invert the selection</Menu.Item>
    </>
  );
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
