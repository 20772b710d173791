import { ActionIcon, Checkbox, Popover, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../../shared/format.ts';
import { builtinFields, definitionOf, isBuiltinField } from '../../../shared/results/builtin-fields.ts';
import type { DetectionField } from '../../../shared/results/detection-field.ts';
import { groupByField } from '../../../shared/results/field-groups.ts';
import { layerFields } from '../../../shared/results/layer-fields.ts';
import { useApp } from '../../context/app-context.tsx';
import { useLoadedLayers } from '../../context/use-live-queries.ts';
import { useParameters } from '../../context/use-results-queries.ts';
import { type ColumnLayout, moveColumn, toggleColumn } from '../../stores/column-layout.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { detectionColumn } from './detection-columns.tsx';
import styles from './table.module.css';
import { texts } from './texts.ts';
import { useColumns } from './use-columns.ts';

/** Chooses the table's columns and their order: the visible columns first, then all others in groups. */
export function ColumnChooser() {
  const { dock } = useApp().stores;
  const { layout, properties } = useColumns();
  const [query, setQuery] = useState('');
  const shown = layout.map(({ field }) => field);
  const others = [
    ...builtinFields,
    ...properties.map(({ name }): DetectionField => `property:${name}`),
    ...useParameters().map(({ name }): DetectionField => `parameter:${name}`),
    ...(useLoadedLayers() ?? []).flatMap(layerFields),
  ].filter((field) => !shown.includes(field));
  const setLayout = (columns: ColumnLayout | null) => dock.getState().setColumns(columns);
  const counts = new Map(properties.map(({ name, count }) => [`property:${name}`, count]));
  const matches = (field: DetectionField) =>
    `${detectionColumn(field, properties).title} ${field}`.toLowerCase().includes(query.trim().toLowerCase());

  const entry = (field: DetectionField) => {
    const index = shown.indexOf(field);
    const { title, unit } = detectionColumn(field, properties);
    const count = counts.get(field);
    return (
      <li
        key={field}
        className={styles.columnEntry}
        title={isBuiltinField(field) ? definitionOf(field).description : undefined}
      >
        <Checkbox
          label={unit === null ? title : `${title} (${unit})`}
          checked={index >= 0}
          disabled={index >= 0 && shown.length === 1}
          onChange={() => setLayout(toggleColumn(layout, field))}
        />
        <span className="grow" />
        {count === undefined ? null : <span className="muted">{formatCount(count)}</span>}
        {index < 0 ? null : (
          <>
            <ActionIcon
              aria-label={texts.columns.moveLeft(title)}
              disabled={index === 0}
              onClick={() => setLayout(moveColumn(layout, field, index - 1))}
            >
              <IconArrowUp size={14} />
            </ActionIcon>
            <ActionIcon
              aria-label={texts.columns.moveRight(title)}
              disabled={index === shown.length - 1}
              onClick={() => setLayout(moveColumn(layout, field, index + 1))}
            >
              <IconArrowDown size={14} />
            </ActionIcon>
          </>
        )}
      </li>
    );
  };

  return (
    <Popover position="top-end" trapFocus returnFocus width={300}>
      <Popover.Target>
        <ActionIcon aria-label={texts.columns.label} title={texts.columns.label}>
          <IconColumns3 size={16} stroke={1.5} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.columns.label}>
        <TextInput
          aria-label={texts.columns.find}
          placeholder={texts.columns.findExample}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          data-autofocus
        />
        <div className={styles.columnEntries}>
          <ul>{shown.filter(matches).map(entry)}</ul>
          {groupByField(others.filter(matches), (field) => field).map(({ group, items }) => (
            <section key={group} aria-label={group}>
              <h3 className={styles.columnGroup}>{group}</h3>
              <ul>{items.map(entry)}</ul>
            </section>
          ))}
        </div>
        <TextButton onClick={() => setLayout(null)}>{texts.columns.reset}</TextButton>
      </Popover.Dropdown>
    </Popover>
  );
}
