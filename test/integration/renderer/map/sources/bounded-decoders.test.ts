import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { fromFile } from 'geotiff';
import { describe, expect, it } from 'vitest';
import {
  decodeLzw,
  decodePackBits,
  decodeTile,
  registerBoundedDecoders,
} from '../../../../../renderer/map/sources/bounded-decoders.ts';
import { seededRandom } from '../../../../builders/seeded-random.ts';
import { makeTempFolder } from '../../../../builders/workspace-builder.ts';

const missingGdal = whyNoGdal();
if (missingGdal !== undefined) process.stderr.write(`Skipped: decoders against GDAL. ${missingGdal}\n`);

function whyNoGdal(): string | undefined {
  try {
    execFileSync('gdal_translate', ['--version']);
    return undefined;
  } catch {
    return 'gdal_translate is not installed (Debian: apt-get install gdal-bin)';
  }
}

/** Samples of an image as text of the ESRI ASCII grid: partly flat, partly noise, so that codes grow to 12 bits. */
async function buildGrid(width: number, height: number): Promise<string> {
  const random = seededRandom(7);
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => (column < row ? 7 : random.between(0, 255))).join(' '),
  );
  const file = path.join(await makeTempFolder(), 'grid.asc');
  writeFileSync(
    file,
    `ncols ${width}\nnrows ${height}\nxllcorner 0\nyllcorner 0\ncellsize 1\n${rows.join('\n')}\n`,
  );
  return file;
}

async function readPixels(file: string): Promise<readonly number[]> {
  const image = await (await fromFile(file)).getImage();
  return Array.from((await image.readRasters({ interleave: true })) as ArrayLike<number>);
}

describe.skipIf(missingGdal !== undefined)('a GeoTIFF of GDAL', () => {
  it.each(
    ['DEFLATE', 'LZW', 'PACKBITS'].flatMap((compression) =>
      ['Byte', 'UInt16'].flatMap((type) =>
        [[], ['-co', 'TILED=YES'], ['-co', 'PREDICTOR=2'], ['-b', '1', '-b', '1', '-b', '1']]
          .filter((options) => compression !== 'PACKBITS' || !options.includes('PREDICTOR=2'))
          .map((options) => ({ compression, type, options })),
      ),
    ),
  )(
    'in $compression of $type, $options, has the samples that it has without compression',
    async ({ compression, type, options }) => {
      registerBoundedDecoders();
      const grid = await buildGrid(300, 200);
      const [plain, packed] = [`${grid}.plain.tif`, `${grid}.tif`];
      const bands = options.filter((option) => option !== '-co' && !option.includes('='));
      execFileSync('gdal_translate', ['-q', '-ot', type, ...bands, grid, plain]);
      execFileSync('gdal_translate', [
        '-q',
        '-ot',
        type,
        '-co',
        `COMPRESS=${compression}`,
        ...options,
        grid,
        packed,
      ]);
      expect(await readPixels(packed)).toEqual(await readPixels(plain));
    },
  );
});

describe('what decompresses to more than its tile', () => {
  /** LZW of one value: codes that each stand for one byte more than the one before. */
  function buildLzwBomb(rounds: number): Uint8Array {
    const bits: number[] = [];
    const put = (code: number, width: number) => {
      for (let bit = width - 1; bit >= 0; bit -= 1) bits.push((code >> bit) & 1);
    };
    for (let round = 0; round < rounds; round += 1) {
      put(256, round === 0 ? 9 : 12);
      put(65, 9);
      for (let code = 258; code < 4094; code += 1) put(code, 32 - Math.clz32(code + 1));
    }
    const bytes = new Uint8Array(Math.ceil(bits.length / 8));
    for (const [index, bit] of bits.entries())
      bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (7 - (index & 7)));
    return bytes;
  }

  it('is refused in LZW and PackBits before it is decompressed', () => {
    const bomb = buildLzwBomb(1);
    expect(decodeLzw(bomb, 2 ** 26).every((byte) => byte === 65)).toBe(true);
    expect(decodeLzw(bomb, 2 ** 26).length).toBeGreaterThan(1000 * bomb.length);
    expect(() => decodeLzw(bomb, 1_000_000)).toThrow('larger than');
    expect(() => decodePackBits(new Uint8Array(100_000).fill(129), 1_000_000)).toThrow('larger than');
  });

  it.skipIf(missingGdal !== undefined)('is refused in a file', async () => {
    registerBoundedDecoders();
    const grid = await buildGrid(32, 32);
    execFileSync('gdal_translate', ['-q', '-ot', 'Byte', '-co', 'COMPRESS=DEFLATE', grid, `${grid}.tif`]);
    const tiff = await fromFile(`${grid}.tif`);
    const image = await tiff.getImage();
    const decoder = await (await import('geotiff')).getDecoder(8, {
      ...{ tileWidth: image.getTileWidth(), tileHeight: image.getTileHeight(), predictor: 1 },
      ...{ bitsPerSample: [8], planarConfiguration: 1 },
    });
    const bomb = deflateSync(Buffer.alloc(100_000_000));
    await expect(decoder.decode(new Uint8Array(bomb).buffer)).rejects.toThrow('larger than');
  });
});

/** Parts that geotiff reads of a file for the decoder of a tile, and its first tile. */
async function readFirstTile(file: string) {
  const image = await (await fromFile(file)).getImage();
  const directory = image.fileDirectory;
  const offsets = (await directory.loadValue('TileOffsets')) ?? (await directory.loadValue('StripOffsets'));
  const lengths =
    (await directory.loadValue('TileByteCounts')) ?? (await directory.loadValue('StripByteCounts'));
  const [at = 0, length = 0] = [Number(offsets?.[0]), Number(lengths?.[0])];
  return {
    bytes: new Uint8Array(readFileSync(file).subarray(at, at + length)),
    parameters: {
      tileWidth: image.getTileWidth(),
      tileHeight: image.getTileHeight(),
      predictor: 1,
      planarConfiguration: 1,
      bitsPerSample: [8, 8, 8],
      samplesPerPixel: 3,
      JPEGTables: await directory.loadValue('JPEGTables'),
    },
  };
}

const jpeg = 7;
/** A frame of three components (ITU T.81, B.2.2) that are sampled alike. */
function buildFrame(width: number, height: number, { marker = 0xc0, components = 3, sampling = 0x11 } = {}) {
  const size = [height >> 8, height & 255, width >> 8, width & 255];
  const parts = Array.from({ length: components }, (_, index) => [index + 1, sampling, 0]).flat();
  return Uint8Array.of(0xff, marker, 0, 8 + 3 * components, 8, ...size, components, ...parts);
}

function concatenate(...parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => Array.from(part)));
}

/** The offset of the frame of a JPEG image, and how long it is. */
function findFrame(bytes: Uint8Array): readonly [at: number, length: number] {
  const at = Buffer.from(bytes).indexOf(Buffer.of(0xff, 0xc0));
  return [at, 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0)];
}

describe.skipIf(missingGdal !== undefined)('an image in a GeoTIFF', () => {
  async function buildImage(...options: readonly string[]) {
    const grid = await buildGrid(300, 200);
    const file = `${grid}.tif`;
    const bands = ['-b', '1', '-b', '1', '-b', '1'];
    execFileSync('gdal_translate', ['-q', '-ot', 'Byte', ...bands, ...options, grid, file]);
    return { file, ...(await readFirstTile(file)) };
  }

  it.each([
    [],
    ['-co', 'TILED=YES'],
    ['-co', 'TILED=YES', '-co', 'PHOTOMETRIC=YCBCR'],
    ['-co', 'TILED=YES', '-co', 'JPEG_QUALITY=10'],
    ['-co', 'TILED=YES', '-co', 'BLOCKXSIZE=16', '-co', 'BLOCKYSIZE=16'],
    ['-co', 'BLOCKYSIZE=200'],
  ])('in JPEG of GDAL is decoded: %j', async (...options) => {
    const { parameters, bytes } = await buildImage('-co', 'COMPRESS=JPEG', ...options);
    const decoded = await decodeTile(jpeg, parameters, bytes.slice().buffer);
    expect(decoded.byteLength).toBe(3 * parameters.tileWidth * parameters.tileHeight);
  });

  it('is refused before it is decoded where a frame of it is larger than its tile', async () => {
    const { parameters, bytes } = await buildImage('-co', 'COMPRESS=JPEG', '-co', 'TILED=YES');
    const [at, length] = findFrame(bytes);
    const [before, frame, rest] = [
      bytes.slice(0, at),
      bytes.slice(at, at + length),
      bytes.slice(at + length),
    ];
    const scan = at + length + Buffer.from(rest).indexOf(Buffer.of(0xff, 0xda));
    const large = buildFrame(65_535, 65_535);
    const comment = (...content: number[]) => [0xff, 0xfe, 0, 2 + content.length, ...content];
    const hidden: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
      instead: concatenate(before, large, rest),
      'in progressive form': concatenate(before, buildFrame(65_535, 65_535, { marker: 0xc2 }), rest),
      'of many components': concatenate(before, buildFrame(4096, 4096, { components: 200 }), rest),
      'of many samples for a pixel': concatenate(
        before,
        ...Array.from({ length: 40 }, () => buildFrame(1, 1, { components: 255, sampling: 0xff })),
        rest,
      ),
      before: concatenate(before, large, frame, rest),
      'behind markers that are filled up': concatenate(before, [0xff, 0xff, 0xff], large, frame, rest),
      'behind a comment that states no length': concatenate(before, [0xff, 0xfe, 0, 0], large, frame, rest),
      'behind a comment': concatenate(before, comment(1, 2, 3), large, frame, rest),
      'behind tables that state less than they have': concatenate(
        before,
        [0xff, 0xdb, 0, 3, 0],
        new Uint8Array(64),
        large,
        frame,
        rest,
      ),
      'behind the scan': concatenate(bytes.slice(0, -2), large, bytes.slice(-2)),
      'in the scan': concatenate(bytes.slice(0, scan + 30), large, bytes.slice(scan + 30)),
    };
    for (const [where, bomb] of Object.entries(hidden))
      await expect(decodeTile(jpeg, parameters, bomb.buffer), where).rejects.toThrow(/larger than its tile/);
    const tables = concatenate([0xff, 0xd8], large, [0xff, 0xd9]);
    await expect(
      decodeTile(jpeg, { ...parameters, JPEGTables: tables }, bytes.slice().buffer),
    ).rejects.toThrow(/larger than its tile/);
    // Not what only looks like a frame.
    const harmless = concatenate(before, comment(0xff, 0xc0, 0, 17, 8, 255, 255, 255, 255, 3), frame, rest);
    expect((await decodeTile(jpeg, parameters, harmless.buffer)).byteLength).toBe(3 * 256 * 256);
  });

  it('is refused where it has more scans than any image', async () => {
    const { parameters, bytes } = await buildImage('-co', 'COMPRESS=JPEG', '-co', 'TILED=YES');
    const scans = Array.from({ length: 200 }, () => [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]).flat();
    const bomb = concatenate(bytes.slice(0, -2), scans, bytes.slice(-2));
    await expect(decodeTile(jpeg, parameters, bomb.buffer)).rejects.toThrow(/too many scans/);
  });

  it('is refused as WebP where it is another image, or larger than its tile', async () => {
    const {
      file,
      bytes: jpegBytes,
      parameters,
    } = await buildImage('-co', 'COMPRESS=JPEG', '-co', 'TILED=YES');
    execFileSync('gdal_translate', ['-q', '-of', 'WEBP', file, `${file}.webp`]);
    const webp = new Uint8Array(readFileSync(`${file}.webp`));
    const webpTile = (bytes: Uint8Array<ArrayBuffer>, tileWidth: number, tileHeight: number) =>
      decodeTile(50_001, { ...parameters, tileWidth, tileHeight }, bytes.buffer);
    await expect(webpTile(webp, 300, 199)).rejects.toThrow(/larger than its tile/);
    await expect(webpTile(webp, 299, 512)).rejects.toThrow(/larger than its tile/);
    await expect(webpTile(jpegBytes.slice(), 512, 512)).rejects.toThrow(/is damaged/);
    // As far as the decoder of a browser, which Node lacks.
    await expect(webpTile(webp, 300, 200)).rejects.toThrow(/createImageBitmap/);
  });
});
