import { countVertices } from '../../../../shared/areas/count-vertices.ts';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { measureArea } from '../../../../shared/areas/measure-area.ts';
import type { ParsedArea, ParsedAreaFile } from '../../../stores/area-import.ts';

/** A message to the worker: a file, whose bytes are transferred. */
export type AreaImportRequest = Parameters<typeof importAreas>[0];

// The DOM library types `self` as a window; in a worker it is the worker's global scope.
const scope = self as unknown as Worker;

scope.onmessage = ({ data }: MessageEvent<AreaImportRequest>) => {
  const { areas, ...outcome } = importAreas(data);
  const read: ParsedAreaFile = {
    ...outcome,
    areas: areas.map(({ geometry, ...named }): ParsedArea => {
      const shape = { kind: 'polygon', polygon: geometry } as const;
      return { ...named, shape, squareMetres: measureArea(shape), vertices: countVertices(shape) };
    }),
  };
  scope.postMessage(read);
};
