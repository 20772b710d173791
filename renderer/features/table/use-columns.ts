import { useMemo } from 'react';
import { useProperties } from '../../context/use-results-queries.ts';
import { useDock, useUi } from '../../context/use-stores.ts';
import { defaultColumns } from '../../stores/column-layout.ts';
import { mainWidth } from '../../stores/panel-layout.ts';

/** The columns of the table, and the properties that could be columns. */
export function useColumns() {
  const properties = useProperties();
  const chosen = useDock((state) => state.columns);
  const width = useUi(mainWidth);
  const layout = useMemo(() => chosen ?? defaultColumns(properties, width), [chosen, properties, width]);
  return { layout, properties };
}
