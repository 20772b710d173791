import { zxyToTileId } from 'pmtiles';

/** A tile of an archive. */
export type ArchivedTile = {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly body: Uint8Array;
};

type ArchiveOptions = {
  /** 1 is MVT, 2 PNG. */
  readonly tileType?: number;
  readonly metadata?: object;
  /** Bytes in place of the directory, and the number of their compression; that of the tiles. */
  readonly compressed?: {
    readonly directory?: Uint8Array;
    readonly internal: number;
    readonly tiles: number;
  };
};

/** A whole archive (PMTiles 3), without compression unless it is given. */
export function buildPmtiles(
  tiles: readonly ArchivedTile[],
  { tileType = 2, metadata = {}, compressed }: ArchiveOptions = {},
): Uint8Array {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .toSorted((one, other) => one.id - other.id);
  const directory =
    compressed?.directory ??
    Uint8Array.from([
      ...varint(sorted.length),
      ...sorted.flatMap(({ id }, index) => varint(id - (sorted[index - 1]?.id ?? 0))),
      ...sorted.flatMap(() => varint(1)),
      ...sorted.flatMap(({ body }) => varint(body.length)),
      ...sorted.flatMap((_tile, index) => varint(index === 0 ? 1 : 0)),
    ]);
  const json = new TextEncoder().encode(JSON.stringify(metadata));
  const data = Buffer.concat(sorted.map(({ body }) => body));
  const header = new DataView(new ArrayBuffer(127));
  new Uint8Array(header.buffer).set(new TextEncoder().encode('PMTiles'));
  header.setUint8(7, 3);
  const parts = [
    127,
    directory.length,
    127 + directory.length,
    json.length,
    0,
    0,
    127 + directory.length + json.length,
    data.length,
    sorted.length,
    sorted.length,
    sorted.length,
  ];
  for (const [index, part] of parts.entries()) header.setBigUint64(8 + index * 8, BigInt(part), true);
  const zooms = sorted.map(({ z }) => z);
  const { internal, tiles: tileCompression } = compressed ?? { internal: 1, tiles: 1 };
  const bytes = [1, internal, tileCompression, tileType, Math.min(...zooms), Math.max(...zooms)];
  for (const [index, byte] of bytes.entries()) header.setUint8(96 + index, byte);
  for (const [index, degrees] of [-180, -85, 180, 85].entries()) {
    header.setInt32(102 + index * 4, degrees * 1e7, true);
  }
  return Buffer.concat([new Uint8Array(header.buffer), directory, json, data]);
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}
