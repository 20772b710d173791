import {
  describeRow,
  hasLocation,
  type TableColumns,
  type TablePreview,
  tableColumnsSchema,
  tableFields,
} from '../../shared/tables/table-columns.ts';
import type { App } from './app-context.tsx';

/** The columns that the user chose for a table with the same heading; null where they read none of its first rows. */
export function findTableColumns(
  { stores }: Pick<App, 'stores'>,
  { heading, samples }: Pick<TablePreview, 'heading' | 'samples'>,
): TableColumns | null {
  const columns = tableColumnsSchema.safeParse(stores.columns.getState().find('features', heading)?.columns);
  if (!columns.success || !hasLocation(columns.data)) return null;
  const isRead = samples.length === 0 || samples.some((row) => describeRow(row, columns.data).isRead);
  return isRead ? columns.data : null;
}

/** Saves chosen columns for tables with the same heading, unless they are the proposed ones. */
export function saveTableColumns(
  { stores }: Pick<App, 'stores'>,
  { heading, proposed }: Pick<TablePreview, 'heading' | 'proposed'>,
  columns: TableColumns,
): void {
  const isProposed = tableFields.every((field) => columns[field] === proposed[field]);
  stores.columns.getState().save('features', heading, isProposed ? null : { columns });
}
