import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startLoopbackServer } from '../../../../electron/browser/loopback-server.ts';
import { createUploadFolder, isUpload } from '../../../../electron/browser/upload-folder.ts';
import { makeTempFolder } from '../../../builders/workspace-builder.ts';

async function start() {
  const folder = path.join(await makeTempFolder(), 'incoming');
  const incoming = await createUploadFolder(folder);
  const server = await startLoopbackServer({
    port: 0,
    handle: async (request) => (await incoming.respond(request)) ?? new Response('elsewhere'),
    isStreamed: isUpload,
    onProblem: () => {},
  });
  onTestFinished(() => server.close());
  const address = server.createAddress();
  const { origin } = new URL(address);
  const opened = await fetch(address, { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
  const send = (target: string, init: RequestInit) =>
    fetch(`${origin}${target}`, { ...init, headers: { cookie, origin, ...init.headers } });
  return { folder, incoming, send };
}

it('takes files of any length in, streamed, and names them by an id', async () => {
  const { folder, incoming, send } = await start();
  // Larger than what any other request may carry.
  const bytes = Buffer.alloc(20_000_000, 'workspace ');
  const answer = await send('/incoming?name=..%2F..%2FFrom%20Kim.gpkg', { method: 'POST', body: bytes });
  expect(answer.status).toBe(200);
  const { uploadId } = (await answer.json()) as { uploadId: string };
  const file = incoming.find(uploadId);
  expect(file).toMatchObject({ name: 'From Kim.gpkg', isTemporary: true });
  // The name is only shown: where the file lies is our own choice.
  expect(path.dirname(file?.path ?? '')).toBe(folder);
  expect(readFileSync(file?.path ?? '').equals(bytes)).toBe(true);
  expect(incoming.find('nobody')).toBeNull();
  expect(incoming.find(null)).toBeNull();
});

it('refuses other methods and origins, and leaves other paths alone', async () => {
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

it('forgets what an earlier run left', async () => {
  const folder = path.join(await makeTempFolder(), 'incoming');
  await mkdir(folder);
  await writeFile(path.join(folder, 'left'), 'x');
  await createUploadFolder(folder);
  expect(existsSync(path.join(folder, 'left'))).toBe(false);
});
