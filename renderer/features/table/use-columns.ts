import { useMemo } from 'react';
import { useDock } from '../../../app/use-stores.ts';
import { defaultColumns } from '../../../stores/column-layout.ts';
import { useProperties } from '../use-results-queries.ts';

/** The columns of the table, and the properties that could be columns. */
export function useColumns() {
  const properties = useProperties();
  const chosen = useDock((state) => state.columns);
  const layout = useMemo(() => chosen ?? defaultColumns(properties), [chosen, properties]);
  return { layout, properties };
}
