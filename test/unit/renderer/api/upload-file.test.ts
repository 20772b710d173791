import { afterEach, describe, expect, it, vi } from 'vitest';
import { uploadFile } from '../../../../renderer/api/upload-file.ts';

afterEach(() => vi.unstubAllGlobals());

const upload = (response: Response) => {
  vi.stubGlobal('fetch', async () => response);
  return uploadFile(new File(['x'], 'scene.tif'));
};

describe('an upload', () => {
  it('has an id once it has arrived, or the reason why it was refused', async () => {
    expect(await upload(Response.json({ uploadId: 'u1' }))).toEqual({ ok: true, value: 'u1' });
    expect(await upload(Response.json({ reason: 'The disk is full.' }, { status: 413 }))).toMatchObject({
      ok: false,
      failure: { code: 'too-large', message: 'The disk is full.' },
    });
  });

  it.each([
    new Response(null, { status: 408 }),
    new Response('The request is larger.', { status: 413, headers: { 'content-type': 'text/plain' } }),
  ])('names the file when the response is none of Sightline', async (response) => {
    expect(await upload(response)).toMatchObject({
      ok: false,
      failure: {
        code: 'bad-response',
        message: `The file scene.tif did not reach Sightline (status ${response.status}). Try again.`,
      },
    });
  });
});
