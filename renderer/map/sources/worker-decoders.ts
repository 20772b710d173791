import { addDecoder, BaseDecoder } from 'geotiff';
import { WorkerClient } from '../../ui/workers/worker-client.ts';

/** A tile or strip of a GeoTIFF to decode. */
export type TileRequest = {
  /** Its TIFF number. */
  readonly compression: number;
  readonly parameters: BaseDecoder['parameters'];
  readonly buffer: ArrayBufferLike;
};

/** Compressions of which a small tile could decode to any size. */
const bounded = [5, 7, 8, 32_773, 32_946, 50_001] as const;

type ReadParameters = NonNullable<Parameters<typeof addDecoder>[2]>;

/** Replaces the decoders of geotiff, which know no limit, by those of a worker that is started with the first tile. */
export function registerWorkerDecoders(): void {
  const worker = new WorkerClient<TileRequest, ArrayBufferLike>(
    () => new Worker(new URL('./geotiff-worker.ts', import.meta.url), { type: 'module' }),
  );
  for (const compression of bounded) {
    const decoder = class extends BaseDecoder {
      override async decode(buffer: ArrayBufferLike): Promise<ArrayBufferLike> {
        const decoded = await worker.call({ compression, parameters: this.parameters, buffer });
        if (decoded.ok) return decoded.value;
        throw new Error(decoded.failure.details ?? decoded.failure.message);
      }
    };
    // The workers of geotiff have decoders of their own.
    addDecoder([compression], async () => decoder, readParameters, false);
  }
}

/** Dependencies of the decoders of all compressions. */
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
