import type { Steps } from '../../../base/steps.ts';
import { chunkSize } from '../../file/columns/detection-chunk.ts';
import type { Envelope } from '../../file/geopackage/geometry-blob.ts';
import { decodeEnvelope } from '../../file/geopackage/read-geometry-blob.ts';
import type { Sql } from '../../file/sql.ts';
import type { LoadedChunk, StoredDetections } from './column-store.ts';
import { findPosition } from './find-position.ts';

/** The plain extents of the detections that are areas. */
export type AreaEnvelopes = {
  /** Positions of those areas among the detections, ascending. */
  readonly positions: Uint32Array;
  /** Whether the extent of the `index`-th area meets a box whose west is not east of its east. */
  meets(index: number, west: number, south: number, east: number, north: number): boolean;
};

const isArea = 1;
/** Chunks that are read in one step, some ten milliseconds. */
const chunksInStep = 8;

type ChunkEnvelopes = { readonly version: number; readonly ids: Uint32Array; readonly bounds: Float64Array };

/** The extents of a state of the detections; those of a chunk are read once for each of its versions. */
export function createAreaEnvelopes(sql: Sql): (detections: StoredDetections) => Steps<AreaEnvelopes> {
  const known = new Map<number, ChunkEnvelopes>();
  let last: { readonly rowsVersion: number; readonly envelopes: AreaEnvelopes } | undefined;
  const ofChunk = (chunk: LoadedChunk): ChunkEnvelopes => {
    const former = known.get(chunk.chunk);
    if (former?.version === chunk.version) return former;
    const read = readChunk(sql, chunk);
    known.set(chunk.chunk, read);
    return read;
  };
  return function* (detections) {
    const { rowsVersion, columns, chunks } = detections;
    if (last?.rowsVersion === rowsVersion) return last.envelopes;
    const ofChunks: ChunkEnvelopes[] = [];
    for (const [index, chunk] of chunks.entries()) {
      if (index % chunksInStep === chunksInStep - 1) yield;
      const { start, count } = chunk;
      const hasAreas = columns.flags.subarray(start, start + count).some((flag) => (flag & isArea) !== 0);
      if (hasAreas) ofChunks.push(ofChunk(chunk));
    }
    const envelopes = join(detections, ofChunks);
    last = { rowsVersion, envelopes };
    return envelopes;
  };
}

function readChunk(sql: Sql, { chunk, version }: LoadedChunk): ChunkEnvelopes {
  const first = chunk * chunkSize;
  const rows = sql.arrays`
    SELECT fid, geom FROM detection_areas WHERE fid BETWEEN ${first} AND ${first + chunkSize - 1}
    ORDER BY fid`;
  const ids = Uint32Array.from(rows, ([fid]) => Number(fid));
  const bounds = new Float64Array(rows.length * 4).fill(Number.NaN);
  for (let index = 0; index < rows.length; index += 1) {
    const geom = rows[index]?.[1];
    const envelope = geom instanceof Uint8Array ? envelopeOf(geom) : undefined;
    if (!envelope) continue;
    bounds[index * 4] = envelope.minX;
    bounds[index * 4 + 1] = envelope.minY;
    bounds[index * 4 + 2] = envelope.maxX;
    bounds[index * 4 + 3] = envelope.maxY;
  }
  return { version, ids, bounds };
}

/** Geometry of other programs may be none; it then has no extent. */
function envelopeOf(geom: Uint8Array): Envelope | undefined {
  try {
    return decodeEnvelope(geom);
  } catch {
    return undefined;
  }
}

function join(
  { columns: { id, flags } }: StoredDetections,
  chunks: readonly ChunkEnvelopes[],
): AreaEnvelopes {
  const most = chunks.reduce((sum, { ids }) => sum + ids.length, 0);
  const positions = new Uint32Array(most);
  const bounds = new Float64Array(most * 4);
  let count = 0;
  for (const chunk of chunks) {
    for (let index = 0; index < chunk.ids.length; index += 1) {
      const position = findPosition(id, chunk.ids[index] as number);
      if (position < 0 || ((flags[position] as number) & isArea) === 0) continue;
      positions[count] = position;
      // Number by number: a view for each area would cost more than the copy.
      for (let side = 0; side < 4; side += 1) {
        bounds[count * 4 + side] = chunk.bounds[index * 4 + side] as number;
      }
      count += 1;
    }
  }
  return {
    positions: positions.subarray(0, count),
    meets(index, west, south, east, north) {
      const at = index * 4;
      const [minX, maxX] = [bounds[at] as number, bounds[at + 2] as number];
      if (!((bounds[at + 3] as number) >= south && (bounds[at + 1] as number) <= north)) return false;
      // Areas may be written past ±180, so the box is also tested shifted by 360°.
      return (
        (maxX >= west && minX <= east) ||
        (maxX >= west + 360 && minX <= east + 360) ||
        (maxX >= west - 360 && minX <= east - 360)
      );
    },
  };
}
