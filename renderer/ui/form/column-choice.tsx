import { SimpleGrid } from '@mantine/core';
import { useState } from 'react';
import { cutText } from '../../../shared/cut-text.ts';
import type { ColumnReason } from '../../../shared/tables/table-columns.ts';
import { Note } from '../note.tsx';
import { TextButton } from '../text-button.tsx';
import styles from './column-choice.module.css';
import { type FieldRow, FormRows } from './form.tsx';

type Columns<Field extends string> = Readonly<Partial<Record<Field, number>>>;

const texts = {
  firstRows: (count: number) => (count === 1 ? 'The first row as read:' : 'The first rows as read:'),
  change: 'Change…',
  column: 'Column',
  unused: 'Not in this file',
  saved: 'The columns are those that you chose for a file with the same names of columns.',
  useProposed: 'Use the proposed ones',
};

/**
 * The choice of the columns of a table: its first rows as read, the proposed columns with their reasons, and fields to choose
 * others. Only fields that the file leaves open are shown until the user changes the columns.
 */
export function ColumnChoice<Field extends string>({
  heading,
  samples,
  proposed,
  reasons,
  firstRows,
  fields,
  open,
  columns,
  isSaved = false,
  perRow = 3,
  more = () => [],
  onChange,
  onUseProposed,
}: {
  readonly heading: readonly string[];
  readonly samples: readonly (readonly string[])[];
  readonly proposed: Columns<Field>;
  readonly reasons: readonly ColumnReason<Field>[];
  /** The first rows as they are read, each as a text. */
  readonly firstRows: readonly string[];
  /** The labels of all fields, in their order. */
  readonly fields: readonly (readonly [field: Field, label: string])[];
  /** Fields that are shown from the start. */
  readonly open: readonly Field[];
  readonly columns: Columns<Field>;
  /** Whether the columns are those that were saved for this heading. */
  readonly isSaved?: boolean;
  readonly perRow?: number;
  /** Further fields, such as the unit of a column. */
  readonly more?: (isChanging: boolean) => readonly FieldRow<object>[];
  onChange(columns: Columns<Field>): void;
  onUseProposed(): void;
}) {
  const [isChanging, setChanging] = useState(false);
  // The columns to choose are fixed when the form opens, so that none vanishes once it is chosen.
  const [opened] = useState(open);
  const shown = fields.filter(([field]) => isChanging || opened.includes(field));
  const rows = [
    ...shown.map(([field, label]): FieldRow<object> => {
      const column = columns[field];
      const sample = samples.map((row) => row[column ?? -1]?.trim() ?? '').find(Boolean);
      const reason = reasons.find((each) => each.field === field);
      const isProposed = column !== undefined && column === proposed[field];
      const hint = [
        ...(sample === undefined ? [] : [`such as ${cutText(sample, 30)}`]),
        // Reasons by values are stated above.
        ...(isProposed && reason && !reason.isByValues ? [reason.sentence] : []),
      ];
      return {
        ...{ kind: 'native-choice', name: field, label, hint: hint.join('. ') || undefined },
        inputWrapperOrder: ['label', 'input', 'description'],
        value: column === undefined ? '' : String(column),
        data: [
          { value: '', label: texts.unused },
          ...heading.map((name, index) => ({
            value: String(index),
            label: name.trim() || `${texts.column} ${index + 1}`,
          })),
        ],
        onChange(value: string) {
          const { [field]: _, ...others } = columns;
          onChange((value === '' ? others : { ...others, [field]: Number(value) }) as Columns<Field>);
        },
      };
    }),
    ...more(isChanging),
  ];
  return (
    <>
      <FirstRows title={texts.firstRows(firstRows.length)} rows={firstRows} />
      {isSaved ? (
        <Note tone="info">
          {texts.saved} <TextButton onClick={onUseProposed}>{texts.useProposed}</TextButton>
        </Note>
      ) : (
        reasons
          .filter(({ isByValues, field }) => isByValues && columns[field] === proposed[field])
          .map(({ field, sentence }) => (
            <Note key={field} tone="info">
              {sentence}
            </Note>
          ))
      )}
      {rows.length > 0 ? (
        <SimpleGrid cols={perRow} spacing="sm" verticalSpacing="xs">
          <FormRows form={{ values: {}, change: () => undefined }} rows={rows} />
        </SimpleGrid>
      ) : null}
      {isChanging ? null : (
        <div>
          <TextButton onClick={() => setChanging(true)}>{texts.change}</TextButton>
        </div>
      )}
    </>
  );
}

/** The first rows of a file as they are read; nothing without any. */
export function FirstRows({ title, rows }: { readonly title: string; readonly rows: readonly string[] }) {
  if (rows.length === 0) return null;
  return (
    <>
      <p className={styles.lead}>{title}</p>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other key
        <p key={index} className={styles.firstRow}>
          {row}
        </p>
      ))}
    </>
  );
}
