import type { NewArea } from '../../shared/areas/area.ts';
import { rectangle } from './positions.ts';

/** A square of so many degrees whose south-west corner is given, as a new area. */
export function square(name: string, [west, south]: readonly [number, number], degrees: number): NewArea {
  const polygon = rectangle(west, south, west + degrees, south + degrees);
  return { name, shape: { kind: 'polygon', polygon } };
}
