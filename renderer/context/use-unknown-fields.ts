import { useMemo } from 'react';
import { parseExpression } from '../../shared/results/expression/parse-expression.ts';
import { unknownFields } from '../../shared/results/expression/unknown-fields.ts';
import { useLoadedLayers } from './use-live-queries.ts';
import { useLoadedParameters, useLoadedProperties } from './use-results-queries.ts';
import { useResults } from './use-stores.ts';

/** A sentence for each name in the filter's expression that no detection has; none until the names are loaded. */
export function useUnknownFields(): readonly string[] {
  const expression = useResults((state) => state.filter.expression);
  const properties = useLoadedProperties();
  const parameters = useLoadedParameters();
  const layers = useLoadedLayers();
  return useMemo(() => {
    const parsed = expression === undefined ? null : parseExpression(expression);
    if (!parsed?.ok) return [];
    return unknownFields(parsed.expression, properties, parameters, layers).map(({ message }) => message);
  }, [expression, properties, parameters, layers]);
}
