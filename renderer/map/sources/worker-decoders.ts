import { addDecoder, BaseDecoder } from 'geotiff';

/** A tile or strip of a GeoTIFF to decode. */
export type TileRequest = {
  readonly ticket: number;
  /** Its TIFF number. */
  readonly compression: number;
  readonly parameters: BaseDecoder['parameters'];
  readonly buffer: ArrayBufferLike;
};

export type TileResponse =
  | { readonly ticket: number; readonly decoded: ArrayBufferLike }
  | { readonly ticket: number; readonly problem: string };

/** Compressions of which a small tile could decode to any size. */
const bounded = [5, 7, 8, 32_773, 32_946, 50_001] as const;

type ReadParameters = NonNullable<Parameters<typeof addDecoder>[2]>;

/** Replaces the decoders of geotiff, which know no limit, by those of a worker that is started with the first tile. */
export function registerWorkerDecoders(): void {
  const decode = createTileDecoder();
  for (const compression of bounded) {
    const decoder = class extends BaseDecoder {
      override decode(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
        return decode(compression, this.parameters, buffer);
      }
    };
    // The workers of geotiff have decoders of their own.
    addDecoder([compression], async () => decoder, readParameters, false);
  }
}

/** What the decoders of all compressions need. */
const readParameters: ReadParameters = async (directory) => {
  const isTiled = !directory.hasTag('StripOffsets');
  const read = (name: Parameters<typeof directory.loadValue>[0]) => directory.loadValue(name);
  const height = isTiled ? await read('TileLength') : await read('RowsPerStrip');
  return {
    tileWidth: Number(await read(isTiled ? 'TileWidth' : 'ImageWidth')),
    tileHeight: Number(height ?? (await read('ImageLength'))),
    planarConfiguration: Number(await read('PlanarConfiguration')),
    bitsPerSample: (await read('BitsPerSample')) as number[],
    predictor: Number((await read('Predictor')) ?? 1),
    samplesPerPixel: Number((await read('SamplesPerPixel')) ?? 1),
    JPEGTables: await read('JPEGTables'),
  };
};

function createTileDecoder() {
  let worker: Worker | undefined;
  let lastTicket = 0;
  const pending = new Map<number, PromiseWithResolvers<ArrayBufferLike>>();
  const start = () => {
    const started = new Worker(new URL('./geotiff-worker.ts', import.meta.url), { type: 'module' });
    started.onmessage = ({ data }: MessageEvent<TileResponse>) => {
      const request = pending.get(data.ticket);
      pending.delete(data.ticket);
      if ('decoded' in data) request?.resolve(data.decoded);
      else request?.reject(new Error(data.problem));
    };
    started.onerror = ({ message }) => {
      for (const request of pending.values()) request.reject(new Error(message));
      pending.clear();
    };
    return started;
  };
  return (
    compression: number,
    parameters: TileRequest['parameters'],
    buffer: ArrayBufferLike,
  ): Promise<ArrayBufferLike> => {
    worker ??= start();
    lastTicket += 1;
    const request = Promise.withResolvers<ArrayBufferLike>();
    pending.set(lastTicket, request);
    worker.postMessage({ ticket: lastTicket, compression, parameters, buffer } satisfies TileRequest);
    return request.promise;
  };
}
