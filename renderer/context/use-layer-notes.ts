import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatMetres, formatQuantity } from '../../shared/format.ts';
import { describeNamedLayer } from '../../shared/layers/describe-layer.ts';
import { layersInExpression } from '../../shared/results/layer-fields.ts';
import { uncertainConditions } from '../../shared/results/uncertain-conditions.ts';
import { unwrap } from '../ui/failure-error.ts';
import { useApp } from './app-context.tsx';
import { useLoadedLayers } from './use-live-queries.ts';

/**
 * Sentences about the layers in an expression: their age, license and accuracy. They also state how many detections are
 * too close to an edge for this accuracy. None until the layers are loaded.
 */
export function useLayerNotes(expression: string | undefined): readonly string[] {
  const { api } = useApp();
  const layers = useLoadedLayers();
  const { names, uncertain } = useMemo(
    () => ({
      names: layersInExpression(expression),
      uncertain: uncertainConditions(expression, layers ?? []),
    }),
    [expression, layers],
  );
  const { data: counts = [] } = useQuery({
    queryKey: [['results', 'openConditions'], uncertain.map((one) => one.expression)],
    queryFn: ({ signal }) =>
      Promise.all(
        uncertain.map(async (one) =>
          unwrap(await api.results.counts.query({ expression: one.expression }, { signal })),
        ),
      ),
    enabled: uncertain.length > 0,
  });
  return [
    ...(layers ?? [])
      .filter(({ name }) => names.includes(name))
      .map((layer) => `${describeNamedLayer(layer)}.`),
    ...uncertain.flatMap(({ layer, accuracyMeters, condition }, index) => {
      const count = counts[index]?.detections ?? 0;
      if (count === 0) return [];
      const [subject, verb] = [formatQuantity(count, 'detection'), count === 1 ? 'is' : 'are'];
      return `${subject} ${verb} so close that ${layer}, accurate to ${formatMetres(accuracyMeters)}, leaves ${condition} open.`;
    }),
  ];
}
