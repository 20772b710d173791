import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, statfs, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { startLoopbackServer } from '../../../../electron/browser/loopback-server.ts';
import { createUploadFolder } from '../../../../electron/browser/upload-folder.ts';
import { uploadFile } from '../../../../renderer/api/upload-file.ts';
import { maxSliceBytes } from '../../../../shared/upload.ts';
import { throughStreamLoader } from '../../../builders/stream-loader.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

/** The page's `fetch` is replaced in some tests. */
const fetchOfNode = fetch;

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function start(host: 'browser' | 'electron' = 'browser') {
  const folder = path.join(await makeTempFolder(), 'incoming');
  const incoming = await createUploadFolder(folder);
  const handle = async (request: Request) => (await incoming.respond(request)) ?? new Response('elsewhere');
  const server = await startLoopbackServer({
    port: 0,
    handle: host === 'electron' ? throughStreamLoader(handle) : handle,
    onProblem: () => {},
  });
  onTestFinished(() => server.close());
  const address = server.createAddress();
  const { origin } = new URL(address);
  const opened = await fetch(address, { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const send = (target: string, init: RequestInit) =>
    fetchOfNode(`${origin}${target}`, { ...init, headers: { cookie, origin, ...init.headers } });
  const sendSlice = async (
    { id, name = 'case.zip', offset, total }: { id: string; name?: string; offset: number; total: number },
    body: string | Buffer<ArrayBuffer>,
  ) => {
    const query = new URLSearchParams({ id, name, offset: String(offset), total: String(total) });
    const response = await send(`/incoming?${query}`, { method: 'POST', body });
    return { status: response.status, ...((await response.json()) as object) };
  };
  return { folder, incoming, send, sendSlice };
}

/** The page's own upload, whose requests go to this host. */
function fromPage(send: (target: string, init: RequestInit) => Promise<Response>) {
  const bodies: number[] = [];
  vi.stubGlobal('fetch', (target: string, init: RequestInit) => {
    if (init.body instanceof ArrayBuffer) bodies.push(init.body.byteLength);
    return send(target, init);
  });
  return bodies;
}

it.each(['browser', 'electron'] as const)(
  'receives a file of any length in slices, and identifies it by an id (%s)',
  async (host) => {
    const { folder, incoming, send } = await start(host);
    const bodies = fromPage(send);
    // Larger than any request may be, and no multiple of a slice.
    const bytes = Buffer.alloc(20_000_000, 'workspace ');
    const progress: number[] = [];
    const sent = await uploadFile(new File([bytes], '../../From Kim.gpkg'), {
      onProgress: ({ sentBytes, totalBytes }) => progress.push(sentBytes / totalBytes),
    });
    const file = incoming.find(sent.ok ? sent.value : null);
    expect(file).toMatchObject({ name: 'From Kim.gpkg', isTemporary: true });
    // The name is for display only; it never becomes a path.
    expect(path.dirname(file?.path ?? '')).toBe(folder);
    expect(readFileSync(file?.path ?? '').equals(bytes)).toBe(true);
    expect(bodies).toEqual([...Array(4).fill(maxSliceBytes), 20_000_000 - 4 * maxSliceBytes]);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect([progress[0], progress.at(-1)]).toEqual([0, 1]);
    expect(incoming.find('nobody')).toBeNull();
    expect(incoming.find(null)).toBeNull();
  },
);

it('is not offered before its last byte has arrived', async () => {
  const { incoming, sendSlice } = await start();
  const id = randomUUID();
  expect(await sendSlice({ id, offset: 0, total: 6 }, 'abc')).toEqual({ status: 200, received: 3 });
  expect(incoming.find(id)).toBeNull();
  expect(await sendSlice({ id, offset: 3, total: 6 }, 'def')).toEqual({ status: 200, received: 6 });
  expect(readFileSync(incoming.find(id)?.path ?? '', 'utf8')).toBe('abcdef');
});

it('accepts a slice that is repeated, and refuses one after a gap, without losing what has arrived', async () => {
  const { incoming, sendSlice } = await start();
  const id = randomUUID();
  await Promise.all([
    sendSlice({ id, offset: 0, total: 6 }, 'abc'),
    sendSlice({ id, offset: 0, total: 6 }, 'abc'),
  ]);
  expect(await sendSlice({ id, offset: 5, total: 6 }, 'f')).toMatchObject({
    status: 409,
    kind: 'conflict',
    reason: expect.stringContaining('3 of 6 bytes'),
  });
  expect(await sendSlice({ id, offset: 2, total: 6 }, 'cdef')).toMatchObject({ status: 409 });
  expect(await sendSlice({ id, offset: 3, total: 6 }, 'def')).toMatchObject({ received: 6 });
  // The last response was lost: the page repeats its slice.
  expect(await sendSlice({ id, offset: 3, total: 6 }, 'def')).toMatchObject({ received: 6 });
  expect(readFileSync(incoming.find(id)?.path ?? '', 'utf8')).toBe('abcdef');
});

it('does not mix two uploads at once, even of files with the same name', async () => {
  const { incoming, send } = await start();
  fromPage(send);
  const contents = ['a', 'b'].map((letter) => letter.repeat(2 * maxSliceBytes + 5));
  const sent = await Promise.all(contents.map((text) => uploadFile(new File([text], 'scene.tif'))));
  const read = sent.map((each) =>
    readFileSync(incoming.find(each.ok ? each.value : null)?.path ?? '', 'utf8'),
  );
  expect(read.every((text, index) => text === contents[index])).toBe(true);
});

it.each([
  ['beyond its total', { offset: 0, total: 2 }, 'abc', 400],
  ['of another total', { offset: 3, total: 7 }, 'def', 409],
  ['without bytes', { offset: 3, total: 6 }, '', 400],
  ['larger than a slice may be', { offset: 3, total: 20_000_000 }, Buffer.alloc(maxSliceBytes + 1), 413],
  ['of an empty file', { offset: 0, total: 0 }, '', 400],
  ['before the first byte', { offset: -1, total: 6 }, 'abc', 400],
  ['of a fraction', { offset: 0.5, total: 6 }, 'abc', 400],
])('refuses a slice %s', async (_what, { offset, total }, body, status) => {
  const { sendSlice } = await start();
  const id = randomUUID();
  if (offset === 3 && total !== 20_000_000) await sendSlice({ id, offset: 0, total: 6 }, 'abc');
  expect(await sendSlice({ id, offset, total }, body)).toMatchObject({
    status,
    reason: expect.stringMatching(/\w/),
  });
});

it('refuses a file that the disk has no room for before its first byte is written, and counts what others will need', async () => {
  const { folder, sendSlice } = await start();
  expect(await sendSlice({ id: randomUUID(), offset: 0, total: 2 ** 50 }, 'abc')).toMatchObject({
    status: 507,
    kind: 'disk',
    reason: expect.stringContaining('Free some space'),
  });
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
  const { bavail, bsize } = await statfs(folder);
  const total = Math.floor(bavail * bsize * 0.6);
  expect(await sendSlice({ id: randomUUID(), offset: 0, total }, 'abc')).toMatchObject({ status: 200 });
  expect(await sendSlice({ id: randomUUID(), offset: 0, total }, 'abc')).toMatchObject({ status: 507 });
});

it('deletes what has arrived when the page cancels', async () => {
  const { folder, incoming, send } = await start();
  fromPage(send);
  const cancellation = new AbortController();
  const sending = uploadFile(new File(['x'.repeat(3 * maxSliceBytes)], 'scene.tif'), {
    signal: cancellation.signal,
    onProgress: ({ sentBytes }) => {
      if (sentBytes > 0) cancellation.abort();
    },
  });
  expect(await sending).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]));
  expect(incoming.find('scene.tif')).toBeNull();
});

it('deletes what has arrived when the page has gone away, and not what is complete', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const folder = path.join(await makeTempFolder(), 'incoming');
  const incoming = await createUploadFolder(folder);
  const send = (id: string, body: string) =>
    incoming.respond(
      new Request(`http://127.0.0.1/incoming?id=${id}&name=x&offset=0&total=3`, { method: 'POST', body }),
    );
  const [partial, complete] = [randomUUID(), randomUUID()];
  await send(partial, 'a');
  await send(complete, 'abc');
  await vi.advanceTimersByTimeAsync(9 * 60_000);
  expect(readdirSync(folder)).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([complete]));
  expect(incoming.find(complete)).not.toBeNull();
});

it('deletes what is older than a day while it runs, and no newer file', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = path.join(await makeTempFolder(), 'incoming');
  const incoming = await createUploadFolder(folder);
  const send = (id: string) =>
    incoming.respond(
      new Request(`http://127.0.0.1/incoming?id=${id}&name=x&offset=0&total=3`, {
        method: 'POST',
        body: 'abc',
      }),
    );
  const [old, recent] = [randomUUID(), randomUUID()];
  await send(old);
  await send(recent);
  await writeFile(path.join(folder, 'left.gpkg'), 'x');
  const yesterday = Date.now() / 1000 - 25 * 3600;
  await utimes(path.join(folder, old), yesterday, yesterday);
  await utimes(path.join(folder, 'left.gpkg'), yesterday, yesterday);
  await vi.advanceTimersByTimeAsync(3600_000);
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([recent]));
  expect(incoming.find(old)).toBeNull();
  expect(incoming.find(recent)).not.toBeNull();
});

it('refuses other methods and origins, and does not respond to other paths', async () => {
  const { send } = await start();
  expect((await send('/incoming', { method: 'GET' })).status).toBe(405);
  expect(await (await send('/incomings', { method: 'GET' })).text()).toBe('elsewhere');
  const stranger = await send('/incoming?name=x', {
    method: 'POST',
    body: 'x',
    headers: { origin: 'http://evil.example' },
  });
  expect(stranger.status).toBe(403);
});

it('deletes what an earlier run left', async () => {
  const folder = path.join(await makeTempFolder(), 'incoming');
  await mkdir(folder);
  await writeFile(path.join(folder, 'left'), 'x');
  await createUploadFolder(folder);
  expect(existsSync(path.join(folder, 'left'))).toBe(false);
});
