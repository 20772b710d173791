import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { CallStopped } from '../../../../../../electron/core/base/thread-protocol.ts';
import {
  createOutputFile,
  type OutputFile,
} from '../../../../../../electron/core/exchange/files/output-file.ts';
import { openZip } from '../../../../../../electron/core/exchange/files/zip-file.ts';
import {
  createZipWriter,
  type ZipWriter,
} from '../../../../../../electron/core/exchange/files/zip-writer.ts';
import { BadZip } from '../../../../../../shared/zip/bad-zip.ts';
import { makeTempFolder } from '../../../../../builders/workspace-builder.ts';

/** Writes a zip with these entries into a file of its own. */
async function zipOf(add: (zip: ZipWriter) => Promise<void> | void): Promise<string> {
  const file = createOutputFile(path.join(await makeTempFolder(), 'test.zip'));
  const zip = createZipWriter(file, new Date('2026-11-21T06:30:02Z'));
  await add(zip);
  zip.finish();
  await file.finish();
  return file.path;
}

function write(entries: Readonly<Record<string, Uint8Array>>): Promise<string> {
  return zipOf(async (zip) => {
    for (const [name, bytes] of Object.entries(entries)) {
      if (name.endsWith('.png')) zip.addWhole(name, bytes);
      else await zip.add(name, [bytes.subarray(0, 10), bytes.subarray(10)]);
    }
  });
}

async function readAll(file: string): Promise<Record<string, Buffer>> {
  const zip = openZip(file);
  try {
    const contents: Record<string, Buffer> = {};
    for (const entry of zip.entries.values()) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of zip.read(entry)) chunks.push(chunk);
      contents[entry.name] = Buffer.concat(chunks);
    }
    return contents;
  } finally {
    zip.close();
  }
}

const files = {
  'README.txt': Buffer.from('Grüße'),
  'records/much.jsonl': Buffer.alloc(3_000_000, 'abc '),
  'chips/1.png': randomBytes(70_000),
  'empty.json': Buffer.alloc(0),
};

describe('a zip', () => {
  it('gives back what was put in, to us and to other programs', async () => {
    const file = await write(files);
    expect(await readAll(file)).toEqual(files);
    const listed = execFileSync('python3', [
      '-c',
      `import zipfile,sys,json; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
print(json.dumps({i.filename:[i.file_size,i.CRC,i.date_time] for i in z.infolist()}))`,
      file,
    ]);
    expect(JSON.parse(listed.toString())).toEqual(
      Object.fromEntries(
        Object.entries(files).map(([name, bytes]) => [
          name,
          [bytes.length, crc32(bytes), [2026, 11, 21, 6, 30, 2]],
        ]),
      ),
    );
  });

  it('is the same file for the same contents', async () => {
    const [one, other] = [await write(files), await write(files)];
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  });

  it('holds more entries than fit 16 bits', async () => {
    const file = await zipOf((zip) => {
      for (let index = 0; index < 66_000; index += 1) {
        zip.addWhole(`chips/${index}.png`, Buffer.from([index & 255]));
      }
    });
    const zip = openZip(file);
    expect(zip.entries.size).toBe(66_000);
    zip.close();
    const count = execFileSync('python3', [
      '-c',
      'import zipfile,sys; print(len(zipfile.ZipFile(sys.argv[1]).namelist()))',
      file,
    ]);
    expect(Number(count)).toBe(66_000);
  });

  it('ends with the reason why a file cannot be written, or an entry not be read', async () => {
    const failing = async function* () {
      yield Buffer.from('some');
      throw new Error('The entry broke.');
    };
    await expect(zipOf((zip) => zip.add('a.txt', failing()))).rejects.toThrow('The entry broke.');
    const file = createOutputFile(path.join(await makeTempFolder(), 'full.zip'));
    const full: OutputFile = {
      ...file,
      bytes: () => {
        if (file.size() > 0) throw new Error('The disk is full.');
        file.text('x');
      },
    };
    const much = randomBytes(3_000_000);
    await expect(createZipWriter(full, new Date()).add('a.bin', [much, much])).rejects.toThrow(
      'disk is full',
    );
    await file.discard();
  });

  it('stops between two pieces of an entry, however long it is', async () => {
    const file = createOutputFile(path.join(await makeTempFolder(), 'stopped.zip'));
    const stopped = new CallStopped();
    let pieces = 0;
    const throwIfStopped = () => {
      if (pieces === 3) throw stopped;
    };
    const endless = function* () {
      for (; ; pieces += 1) yield randomBytes(1000);
    };
    const adding = createZipWriter(file, new Date(), throwIfStopped).add('doc.kml', endless());
    await expect(adding).rejects.toBe(stopped);
    await file.discard();
  });

  it('of another program is read', async () => {
    const file = path.join(await makeTempFolder(), 'other.zip');
    writeFileSync(file, zipSync({ 'a/b.txt': strToU8('text') }));
    expect(await readAll(file)).toEqual({ 'a/b.txt': Buffer.from('text') });
  });
});

describe('a zip that cannot be trusted is refused', () => {
  async function refusal(bytes: Uint8Array): Promise<string> {
    const file = path.join(await makeTempFolder(), 'bad.zip');
    writeFileSync(file, bytes);
    const error = await readAll(file).catch((problem: unknown) => problem);
    expect(error).toBeInstanceOf(BadZip);
    return (error as BadZip).message;
  }

  it.each(['../up.txt', '/root.txt', 'C:/x.txt', '..\\up.txt'])('with the name %s', async (name) => {
    expect(await refusal(zipSync({ [name]: strToU8('x') }))).toContain('lead out');
  });

  it('with two entries of one name', async () => {
    const zip = Buffer.from(zipSync({ 'a.txt': strToU8('1'), 'b.txt': strToU8('2') }));
    for (let at = zip.indexOf('b.txt'); at >= 0; at = zip.indexOf('b.txt', at)) zip.write('a', at);
    expect(await refusal(zip)).toContain('several files of one name');
  });

  it('with an entry that is compressed in an unknown way', async () => {
    const zip = Buffer.from(zipSync({ 'a.txt': strToU8('1') }));
    zip.writeUInt16LE(12, zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 10);
    expect(await refusal(zip)).toContain('compressed in a way that is not known (12)');
  });

  it('when it was cut, at any place', async () => {
    const whole = readFileSync(await write(files));
    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      const file = path.join(await makeTempFolder(), 'cut.zip');
      writeFileSync(file, whole);
      truncateSync(file, Math.floor(whole.length * part));
      await expect(readAll(file)).rejects.toBeInstanceOf(BadZip);
    }
  });

  it('when bytes in it were changed', async () => {
    const whole = readFileSync(await write({ 'data.json': Buffer.alloc(50_000, 'abcdefghij') }));
    const changed = Buffer.from(whole);
    const at = 100;
    changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
    expect(await refusal(changed)).toMatch(/damaged|larger|smaller/);
  });

  it('when an entry unpacks to more than it says', async () => {
    const bomb = deflateRawSync(Buffer.alloc(50_000_000));
    const zip = Buffer.from(zipSync({ 'bomb.txt': [Buffer.alloc(10), { level: 0 }] }));
    // The packed bytes and their lengths are exchanged, the size it says stays ten.
    const head = Buffer.from(zip.subarray(0, 30 + 8));
    const central = Buffer.from(zip.subarray(zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])), zip.length - 22));
    const end = Buffer.from(zip.subarray(zip.length - 22));
    for (const [header, at] of [
      [head, 8],
      [central, 10],
    ] as const) {
      header.writeUInt16LE(8, at);
      header.writeUInt32LE(bomb.length, at + 10);
    }
    end.writeUInt32LE(head.length + bomb.length, 16);
    expect(await refusal(Buffer.concat([head, bomb, central, end]))).toContain(
      'larger than its directory states',
    );
  });

  it('when it would unpack to far more than its size, but not when it only packs well', async () => {
    const zeros = Buffer.alloc(2 ** 27);
    const dense = { 'a.json': zeros, 'b.json': zeros, 'c.json': zeros, 'd.json': zeros };
    expect(Object.keys(await readAll(await write(dense)))).toHaveLength(4);
    const file = await write({ ...dense, 'e.json': Buffer.alloc(1) });
    await expect(readAll(file)).rejects.toThrow(/would unpack to .*, more than 200 times/);
  });

  it('when entries lie over one another', async () => {
    const zip = Buffer.from(zipSync({ 'a.txt': strToU8('aaaa'), 'b.txt': strToU8('bbbb') }));
    const second = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    zip.writeUInt32LE(0, second + 42);
    expect(await refusal(zip)).toContain('overlaps another');
  });

  it('when it is something else', async () => {
    expect(await refusal(Buffer.from('no zip at all'))).toContain('no zip');
    expect(await refusal(Buffer.alloc(0))).toContain('no zip');
  });
});
