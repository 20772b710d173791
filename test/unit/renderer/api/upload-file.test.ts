import { afterEach, describe, expect, it, vi } from 'vitest';
import { uploadFile } from '../../../../renderer/api/upload-file.ts';

afterEach(() => vi.unstubAllGlobals());

const upload = (response: Response) => {
  vi.stubGlobal('fetch', async () => response);
  return uploadFile(new File(['x'], 'scene.tif'));
};

describe('an upload', () => {
  it('has an id once it has arrived, or the reason why it was refused', async () => {
    expect(await upload(Response.json({ received: 1 }))).toEqual({
      ok: true,
      value: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(
      await upload(Response.json({ kind: 'disk', reason: 'The disk is full.' }, { status: 507 })),
    ).toMatchObject({ ok: false, failure: { code: 'disk', message: 'The disk is full.' } });
  });

  it.each([
    new Response(null, { status: 408 }),
    new Response('The request is larger.', { status: 413, headers: { 'content-type': 'text/plain' } }),
    Response.json({ received: 5 }),
  ])('names the file when the response is none of Sightline', async (response) => {
    expect(await upload(response)).toMatchObject({
      ok: false,
      failure: {
        code: 'bad-response',
        message: `The file scene.tif did not reach Sightline (status ${response.status}). Try again.`,
      },
    });
  });

  it('names an empty file, and sends nothing', async () => {
    const fetching = vi.fn();
    vi.stubGlobal('fetch', fetching);
    expect(await uploadFile(new File([], 'scene.tif'))).toMatchObject({
      ok: false,
      failure: {
        code: 'invalid-input',
        message: 'scene.tif is empty: it has 0 bytes. Choose another file.',
      },
    });
    expect(fetching).not.toHaveBeenCalled();
  });

  it('names a file that is changed or removed while it is sent', async () => {
    const file = new File(['x'], 'scene.tif');
    file.slice = () => {
      throw new DOMException('The requested file could not be read.', 'NotReadableError');
    };
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    expect(await uploadFile(file)).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', message: expect.stringContaining('scene.tif could not be read') },
    });
  });
});
