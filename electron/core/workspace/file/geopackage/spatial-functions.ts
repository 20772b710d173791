import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Envelope } from './geometry-blob.ts';
import { decodeEnvelope } from './read-geometry-blob.ts';

/**
 * Registers the SQL functions that the triggers of the R-tree extension call (OGC 12-128r17, annex F.3). Without
 * them no row of a spatial layer can be written on this connection.
 */
export function registerSpatialFunctions(database: DatabaseSync): void {
  const register = (name: string, read: (envelope: Envelope) => number) => {
    database.function(name, { deterministic: true }, (blob: SQLInputValue) => {
      const envelope = blob instanceof Uint8Array ? decodeEnvelope(blob) : undefined;
      return envelope ? read(envelope) : null;
    });
  };
  register('ST_MinX', (envelope) => envelope.minX);
  register('ST_MaxX', (envelope) => envelope.maxX);
  register('ST_MinY', (envelope) => envelope.minY);
  register('ST_MaxY', (envelope) => envelope.maxY);
  database.function('ST_IsEmpty', { deterministic: true }, (blob: SQLInputValue) => {
    if (!(blob instanceof Uint8Array)) return null;
    return decodeEnvelope(blob) ? 0 : 1;
  });
}
