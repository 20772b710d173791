import { countVertices } from '../../shared/areas/count-vertices.ts';
import { importAreas } from '../../shared/areas/import-areas.ts';
import { measureArea } from '../../shared/areas/measure-area.ts';
import type { ReadArea, ReadFile } from './area-import.ts';

/** What the page sends: a file's name and its bytes, which it gives away. */
export type ImportRequest = { readonly name: string; readonly bytes: Uint8Array };

// The DOM library types `self` as a window; in a worker it is the worker's own scope.
const scope = self as unknown as Worker;

scope.onmessage = ({ data }: MessageEvent<ImportRequest>) => {
  const { areas, ...outcome } = importAreas(data);
  const read: ReadFile = {
    ...outcome,
    areas: areas.map(({ name, geometry }): ReadArea => {
      const shape = { kind: 'polygon', polygon: geometry } as const;
      return { name, shape, squareMetres: measureArea(shape), vertices: countVertices(shape) };
    }),
  };
  scope.postMessage(read);
};
