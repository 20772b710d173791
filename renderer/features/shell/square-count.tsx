import { placeNameOf } from '../../../shared/places/nearest-port.ts';
import { useUi } from '../../context/use-stores.ts';
import { texts } from './texts.ts';

/** The detections in the square of the density view under the pointer, and its place. */
export function SquareCount() {
  const count = useUi((state) => state.countInSquare);
  const pointer = useUi((state) => state.pointer);
  if (!count || !pointer) return null;
  return <span>{texts.status.inSquare(count, placeNameOf(...pointer))}</span>;
}
