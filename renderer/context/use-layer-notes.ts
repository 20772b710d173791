import { useMemo } from 'react';
import { describeLayer } from '../../shared/layers/describe-layer.ts';
import { layersInExpression } from '../../shared/results/layer-fields.ts';
import { useLoadedLayers } from './use-live-queries.ts';

/** A line for each layer in an expression, with its age, license and accuracy; none until the layers are loaded. */
export function useLayerNotes(expression: string | undefined): readonly string[] {
  const layers = useLoadedLayers();
  return useMemo(() => {
    const names = layersInExpression(expression);
    return (layers ?? [])
      .filter(({ name }) => names.includes(name))
      .map((layer) => `${layer.name}: ${describeLayer(layer)}.`);
  }, [expression, layers]);
}
