import { useMemo } from 'react';
import { parseExpression } from '../../shared/results/expression/parse-expression.ts';
import { unknownFields } from '../../shared/results/expression/unknown-fields.ts';
import { useParameters, useProperties } from './use-results-queries.ts';
import { useResults } from './use-stores.ts';

/** A sentence for each name in the filter's expression that no detection has; none until the names are loaded. */
export function useUnknownFields(): readonly string[] {
  const expression = useResults((state) => state.filter.expression);
  const properties = useProperties();
  const parameters = useParameters();
  return useMemo(() => {
    const parsed = expression === undefined ? null : parseExpression(expression);
    if (!parsed?.ok || properties.length === 0) return [];
    return unknownFields(parsed.expression, properties, parameters).map(({ message }) => message);
  }, [expression, properties, parameters]);
}
