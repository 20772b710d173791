import { formatCount } from '../format.ts';
import type { VectorLayer } from './vector-layer.ts';

/** The age, license and accuracy of a layer, as far as they are stated. */
export function describeLayer({
  date,
  license,
  accuracyMeters,
  importedAt,
}: Pick<VectorLayer, 'date' | 'license' | 'accuracyMeters' | 'importedAt'>): string {
  return [
    date === '' ? `date not stated, imported ${importedAt.slice(0, 10)}` : `as of ${date}`,
    license === '' ? 'license not stated' : license,
    accuracyMeters === null ? 'accuracy not stated' : `accurate to ${formatCount(accuracyMeters)} m`,
  ].join(' · ');
}
