import { useQuery } from '@tanstack/react-query';
import { layerColors } from '../../../../shared/layers/layer-colors.ts';
import type { LayerCategories, VectorLayer } from '../../../../shared/layers/vector-layer.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useApp } from '../../../context/app-context.tsx';
import { unwrap } from '../../../ui/failure-error.ts';

/** The colors of a layer by the most frequent values of a column; those that it has already where it is the same column. */
export function useCategories(
  { id, style }: VectorLayer,
  column: string | null,
  color: string,
): {
  readonly categories: LayerCategories | null;
  readonly isPending: boolean;
  readonly error: Error | null;
} {
  const { api } = useApp();
  const isKnown = column === null || style.categories?.column === column;
  const request = { id, column: column ?? '' };
  const { data, error } = useQuery({
    queryKey: queryKeys.layerValues(request),
    queryFn: async ({ signal }) => unwrap(await api.layers.values.query(request, { signal })),
    enabled: !isKnown,
  });
  if (isKnown)
    return { categories: column === null ? null : (style.categories ?? null), isPending: false, error: null };
  const palette = layerColors.filter((each) => each !== color);
  const colors = data?.flatMap((value, index) => {
    const own = palette[index];
    return own === undefined ? [] : [{ value, color: own }];
  });
  return { categories: colors ? { column, colors } : null, isPending: !colors && !error, error };
}
