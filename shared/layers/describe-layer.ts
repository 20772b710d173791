import { formatCount } from '../format.ts';
import type { VectorLayer } from './vector-layer.ts';

/** The age, license and accuracy that are stated about a layer, as a phrase. */
export function describeLayer({
  date,
  license,
  accuracyMeters,
}: Pick<VectorLayer, 'date' | 'license' | 'accuracyMeters'>): string {
  return [
    date === '' ? 'date not stated' : `as of ${date}`,
    license === '' ? 'license not stated' : license,
    accuracyMeters === null ? 'accuracy not stated' : `accurate to ${formatCount(accuracyMeters)} m`,
  ].join(' · ');
}

/** The same with the name of the layer and the UTC day of its import. */
export function describeNamedLayer(layer: VectorLayer): string {
  return `${layer.name}: ${describeLayer(layer)} · imported ${layer.importedAt.slice(0, 10)}`;
}
