import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAppHandler } from '../../../../electron/app-handler.ts';
import type { Core } from '../../../../electron/core/core.ts';
import type { Workspace } from '../../../../electron/core/workspace/open/workspace.ts';
import { fail, succeed } from '../../../../shared/result.ts';
import { mounts } from '../../../builders/mounts.ts';
import { stubCore, stubHost } from '../../../builders/stub-core.ts';

const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-picture-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe.each(mounts)('behind $name', (mount) => {
  async function send(
    body: Uint8Array<ArrayBuffer>,
    choose: (name: string) => string | null,
    name = 'map.png',
  ) {
    const handler = createAppHandler({
      core: stubCore(),
      host: {
        ...stubHost,
        chooseSaveTarget: async (suggested) => {
          const chosen = choose(suggested);
          return chosen === null ? null : { path: chosen };
        },
      },
      rendererDir: folder,
      onProblem: () => {},
    });
    const request = await mount.serve(handler);
    return request(`/pictures?name=${encodeURIComponent(name)}`, { method: 'POST', body });
  }

  it('writes the picture where the user chose, over one that is there, and nothing else', async () => {
    const file = path.join(folder, 'map.png');
    await writeFile(file, 'older');
    const response = await send(png, () => file);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ saved: { name: 'map.png', path: file } });
    expect(new Uint8Array(await readFile(file))).toEqual(png);
    expect(await readdir(folder)).toEqual(['map.png']);
  });

  it('suggests a name that names no folder', async () => {
    const suggested: string[] = [];
    const choose = (name: string) => {
      suggested.push(name);
      return null;
    };
    const response = await send(png, choose, '../../etc/pass:wd.png');
    expect(await response.json()).toEqual({ saved: null });
    await send(png, choose, '');
    expect(suggested).toEqual(['etc-pass-wd.png', 'map.png']);
  });

  it('adds the picture of a job to its images, and reports that the job has ended', async () => {
    const added: unknown[] = [];
    const pictureSequences = {
      add: async (...picture: readonly unknown[]) => {
        added.push(picture);
        return added.length === 1 ? succeed(undefined) : fail('cancelled', 'It has ended.');
      },
    } as unknown as Core['pictureSequences'];
    const core = stubCore({ pictureSequences });
    const handler = createAppHandler({ core, host: stubHost, rendererDir: folder, onProblem: () => {} });
    const request = await mount.serve(handler);
    const send = () => request('/pictures?name=../1.png&sequence=job-1', { method: 'POST', body: png });
    expect(await (await send()).json()).toEqual({ saved: null });
    expect(added).toEqual([['job-1', '1.png', Buffer.from(png)]]);
    const refused = await send();
    expect(refused.status).toBe(409);
    expect(await refused.json()).toEqual({ kind: 'cancelled', reason: 'It has ended.' });
  });

  it('adds it under a name with the marking of the workspace', async () => {
    const names: unknown[] = [];
    const pictureSequences = {
      add: async (_job: string, name: string) => {
        names.push(name);
        return succeed(undefined);
      },
    } as unknown as Core['pictureSequences'];
    const workspace = () => ({ getSetting: async () => 'SECRET <only>' }) as unknown as Workspace;
    const core = stubCore({ pictureSequences, workspace });
    const handler = createAppHandler({ core, host: stubHost, rendererDir: folder, onProblem: () => {} });
    const request = await mount.serve(handler);
    await request('/pictures?name=1.png&sequence=job-1', { method: 'POST', body: png });
    expect(names).toEqual(['SECRET -only- 1.png']);
  });

  it('refuses what is no picture, without asking for a place', async () => {
    const response = await send(Uint8Array.of(1, 2, 3), () => {
      throw new Error('A place was asked for.');
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ kind: 'invalid-input' });
  });

  it('states why a picture cannot be written, and leaves what is there', async () => {
    const response = await send(png, () => path.join(folder, 'no', 'such', 'map.png'));
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ kind: 'disk', details: expect.stringContaining('ENOENT') });
    expect(await readdir(folder)).toEqual([]);
  });
});
