import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  brotliCompressSync,
  constants,
  createZstdCompress,
  deflateRawSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  type DecompressionError,
  decompress,
  decompressStream,
  decompressSync,
} from '../../../../../electron/core/base/decompress.ts';
import { buildRecords } from '../../../../builders/filled-workspace.ts';
import { startHttpServer } from '../../../../builders/http-server.ts';
import { buildLyingZip } from '../../../../builders/lying-zip.ts';
import { buildPmtiles } from '../../../../builders/pmtiles-builder.ts';
import { readBomb, readBombs } from '../../../../builders/run-bomb.ts';
import { repetitions } from '../../../../builders/test-tier.ts';
import { fillStore, makeTempFolder, openTestStore } from '../../../../builders/workspace-builder.ts';

const text = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(100));

describe('decompression is bounded', () => {
  it.each(['zstd', 'deflate'] as const)('%s, at once', (format) => {
    const bytes = format === 'zstd' ? zstdCompressSync(text) : deflateRawSync(text);
    expect(text.equals(decompressSync(format, bytes, text.length))).toBe(true);
    expect(() => decompressSync(format, bytes, text.length - 1)).toThrow(refusal('too-long'));
    expect(() => decompressSync(format, bytes.subarray(0, 20), text.length)).toThrow(refusal('damaged'));
    expect(() => decompressSync(format, Buffer.from('nonsense'), 100)).toThrow(refusal('damaged'));
  });

  it.each([
    ['gzip', gzipSync(text)],
    ['brotli', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
  ] as const)('%s, in another thread', async (format, bytes) => {
    expect(text.equals(await decompress(format, bytes, text.length))).toBe(true);
    await expect(decompress(format, bytes, text.length - 1)).rejects.toThrow(refusal('too-long'));
    await expect(decompress(format, bytes.subarray(0, 20), text.length)).rejects.toThrow(refusal('damaged'));
    await expect(decompress(format, Buffer.from('nonsense'), 100)).rejects.toThrow(refusal('damaged'));
  });

  it('in a stream, which fails with the error of its source', async () => {
    const bytes = gzipSync(text);
    const read = (source: Readable, maxBytes: number) => buffer(decompressStream(source, 'gzip', maxBytes));
    expect(text.equals(await read(Readable.from([bytes]), text.length))).toBe(true);
    await expect(read(Readable.from([bytes]), text.length - 1)).rejects.toThrow(refusal('too-long'));
    await expect(read(Readable.from([bytes.subarray(0, 20)]), 10_000)).rejects.toThrow(refusal('damaged'));
    const broken = Readable.from(
      (function* () {
        yield bytes.subarray(0, 20);
        throw new Error('The cable was cut.');
      })(),
    );
    await expect(read(broken, 10_000)).rejects.toThrow('The cable was cut.');
  });
});

function refusal(reason: DecompressionError['reason']) {
  return expect.objectContaining({ name: 'DecompressionError', reason });
}

async function writeBomb(bytes: Uint8Array): Promise<string> {
  const file = path.join(await makeTempFolder(), 'bomb');
  writeFileSync(file, bytes);
  return file;
}

/** Size of the zeros when they are decompressed: twice what a reader may need in all, and more in the nightly run. */
const mebibytes = repetitions(1024, 3072);

function makeDeflateZeros(): Buffer {
  const one = deflateRawSync(Buffer.alloc(2 ** 20), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: mebibytes }, () => one), deflateRawSync('')]);
}

function makeZstdZeros(): Promise<Buffer> {
  const zeros = Buffer.alloc(2 ** 20);
  return buffer(
    Readable.from(Array.from({ length: mebibytes }, () => zeros)).pipe(
      createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
    ),
  );
}

const deflateZeros = once(makeDeflateZeros);
const zstdZeros = once(makeZstdZeros);

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function gzipZeros(): Buffer {
  return Buffer.concat([gzipSync('').subarray(0, 10), deflateZeros()]);
}

describe('a bomb is refused by', { timeout: 120_000 }, () => {
  describe.each(['zstd', 'deflate'] as const)('the readers of a workspace, in %s', (codec) => {
    async function bombedWorkspace(count: number): Promise<string> {
      const store = openTestStore();
      fillStore(store, buildRecords(20));
      store.close();
      const database = new DatabaseSync(store.path);
      const body = codec === 'zstd' ? await zstdZeros() : deflateZeros();
      database.prepare('UPDATE raw_blocks SET codec = ?, body = ?').run(codec, body);
      const insert = database.prepare('INSERT INTO raw_blocks (codec, body) VALUES (?, ?)');
      for (let at = 1; at < count; at += 1) insert.run(codec, body);
      database.close();
      return store.path;
    }

    it('of one record and of all', async () => {
      const file = await bombedWorkspace(1);
      const [one, all] = await readBombs(['record', 'records'], file);
      expect(one).toMatch(/^The raw record .* is damaged on the disk/);
      expect(all).toEqual({ read: 0, damaged: 20 });
    });

    it('of a rebuild, which tries each block once', async () => {
      expect(await readBomb('rebuild', await bombedWorkspace(12))).toMatchObject({ rescued: 0, lost: 20 });
    });
  });

  it('the reader of blocks of a team', async () => {
    expect(await readBomb('team', await writeBomb(await zstdZeros()))).toMatch(/larger than any/);
  });

  it('the readers of a zip and a KMZ whose directory states less', async () => {
    const file = await writeBomb(buildLyingZip('doc.kml', deflateZeros(), 1000));
    const [zip, kmz] = await readBombs(['zip', 'kmz'], file);
    expect(zip).toBe('doc.kml is larger than its directory states.');
    expect(kmz).toMatchObject({ areas: [] });
  });

  it('the reader of a zip whose directory states all of it', async () => {
    const file = await writeBomb(buildLyingZip('records.json', deflateZeros(), mebibytes * 2 ** 20));
    expect(await readBomb('zip', file)).toMatch(/^It would unpack to .*, more than 200 times its size\.$/);
  });

  it('the reader of zlib in the page', async () => {
    const zlib = Buffer.concat([Uint8Array.of(0x78, 0x9c), deflateZeros()]);
    expect(await readBomb('zlib', await writeBomb(zlib))).toBe('undefined');
  });

  it.each([
    ['gzip', 2],
    ['brotli', 3],
    ['zstd', 4],
  ] as const)('the readers of directories and tiles of an archive, in %s', async (format, number) => {
    const body = await {
      gzip: gzipZeros,
      brotli: () =>
        brotliCompressSync(Buffer.alloc(2 ** 30), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      zstd: zstdZeros,
    }[format]();
    const place = { z: 0, x: 0, y: 0 };
    const tile = buildPmtiles([{ ...place, body }], { compressed: { internal: 1, tiles: number } });
    expect(await readBomb('tile', await writeBomb(tile))).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/a part of it has more than/) },
    });
    // Only the first 16 KiB hold a root directory.
    const small = format === 'gzip' ? body.subarray(0, 16_000) : body;
    const directory = { directory: small.subarray(0, 16_000), internal: number, tiles: 1 };
    const archive = buildPmtiles([{ ...place, body: text }], { compressed: directory });
    expect(await readBomb('archive', await writeBomb(archive))).toMatchObject({
      ok: false,
      failure: { message: expect.stringMatching(/a part of it has more than/) },
    });
  });

  it('the reader of responses', async () => {
    const body = gzipZeros();
    const server = await startHttpServer((_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(body);
    });
    expect(await readBomb('response', server.url)).toMatchObject({ failure: { code: 'too-large' } });
    await server.close();
  });
});
