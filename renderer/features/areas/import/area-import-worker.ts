import { countVertices } from '../../../../shared/areas/count-vertices.ts';
import { importAreas } from '../../../../shared/areas/import-areas.ts';
import { measureArea } from '../../../../shared/areas/measure-area.ts';
import type { ParsedArea, ParsedAreaFile } from '../../../stores/area-import.ts';
import { serveCalls } from '../../../ui/workers/serve-calls.ts';

/** A message to the worker: a file, whose bytes are transferred. */
export type AreaImportRequest = Parameters<typeof importAreas>[0];

serveCalls((request: AreaImportRequest): ParsedAreaFile => {
  const { areas, ...outcome } = importAreas(request);
  return {
    ...outcome,
    areas: areas.map(({ geometry, ...named }): ParsedArea => {
      const shape = { kind: 'polygon', polygon: geometry } as const;
      return { ...named, shape, squareMetres: measureArea(shape), vertices: countVertices(shape) };
    }),
  };
});
