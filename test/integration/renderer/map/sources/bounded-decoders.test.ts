import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { fromFile } from 'geotiff';
import { describe, expect, it } from 'vitest';
import {
  decodeLzw,
  decodePackBits,
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
