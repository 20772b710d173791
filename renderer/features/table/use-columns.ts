import { useMemo } from 'react';
import { useProperties } from '../../context/use-results-queries.ts';
import { useDock } from '../../context/use-stores.ts';
import { defaultColumns } from '../../stores/column-layout.ts';

/** The columns of the table, and the properties that could be columns. */
export function useColumns() {
  const properties = useProperties();
  const chosen = useDock((state) => state.columns);
  const layout = useMemo(() => chosen ?? defaultColumns(properties), [chosen, properties]);
  return { layout, properties };
}
