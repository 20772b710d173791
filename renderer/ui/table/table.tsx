import type { ComponentProps, Key, ReactNode } from 'react';

/**
 * A column of a table. Head and cells follow from it, and its position from the list of columns:
 *
 *     const columns: readonly Column<AisPassSummary>[] = [
 *       { title: texts.columns.time, cell: ({ timeMs }) => aisTimeText(timeMs) },
 *       { title: texts.columns.notSeen, cell: ({ notSeen }) => formatCount(notSeen) },
 *     ];
 */
export type Column<Row> = {
  /** The head of the column; the columns of a table have different ones. */
  readonly title: string;
  /** Content of the head instead of the title. */
  readonly heading?: ReactNode;
  /** The tip of the head. */
  readonly hint?: string | undefined;
  /** Whether its cells are the headings of their rows. */
  readonly isRowHeading?: boolean;
  cell(row: Row): ReactNode;
  /** The tip of a cell. */
  cellHint?(row: Row): string | undefined;
  /** Number of columns that the cell covers; those after it have no cell then. One if absent. */
  span?(row: Row): number;
};

/** Attributes of a row's element. */
export type RowAttributes = ComponentProps<'tr'> &
  Readonly<Record<`data-${string}`, string | true | undefined>>;

/** A table of few rows, all of which are rendered; `RowGrid` is for any number. */
export function Table<Row>({
  columns,
  rows,
  rowKey,
  rowAttributes,
  label,
  className,
}: {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => Key;
  readonly rowAttributes?: (row: Row) => RowAttributes;
  readonly label?: string;
  readonly className?: string | undefined;
}) {
  return (
    <table className={className} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ title, heading, hint }) => (
            <th key={title} scope="col" title={hint}>
              {heading ?? title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} {...rowAttributes?.(row)}>
            {shownCells(columns, row).map(({ column, span }) => {
              const Cell = column.isRowHeading ? 'th' : 'td';
              return (
                <Cell
                  key={column.title}
                  scope={column.isRowHeading ? 'row' : undefined}
                  colSpan={span}
                  title={column.cellHint?.(row)}
                >
                  {column.cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The columns that have a cell in a row, and how many columns each covers if more than its own. */
export function shownCells<Row, Shown extends Column<Row>>(
  columns: readonly Shown[],
  row: Row,
): readonly { readonly column: Shown; readonly index: number; readonly span: number | undefined }[] {
  const cells = [];
  let next = 0;
  for (const [index, column] of columns.entries()) {
    if (index < next) continue;
    const span = column.span?.(row);
    next = index + (span ?? 1);
    cells.push({ column, index, span });
  }
  return cells;
}
