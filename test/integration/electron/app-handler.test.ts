import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppHandler, createAppHandler } from '../../../electron/app-handler.ts';
import { createEvents } from '../../../electron/core/base/events.ts';
import type { ChipOutcome } from '../../../electron/core/chips/chips.ts';
import type { Core } from '../../../electron/core/core.ts';
import { mounts } from '../../builders/mounts.ts';
import { stubCore, stubHost } from '../../builders/stub-core.ts';

/** Larger than every pipe between the handler and a page. */
const largeFile = Uint8Array.from({ length: 3_000_001 }, (_, index) => index % 251);

let folder: string;
let rendererDir: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'sightline-handler-'));
  rendererDir = path.join(folder, 'renderer');
  await mkdir(path.join(rendererDir, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'secret.txt'), 'secret');
  await writeFile(path.join(rendererDir, 'index.html'), '<title>Sightline</title>');
  await writeFile(path.join(rendererDir, 'assets', 'index-abc.js'), 'export {};');
  await writeFile(path.join(rendererDir, 'assets', 'large-abc.js'), largeFile);
});

afterAll(() => rm(folder, { recursive: true }));

function handlerOf(core: Core, problems: unknown[] = []): AppHandler {
  return createAppHandler({
    core,
    host: stubHost,
    rendererDir,
    onProblem: (error, where) => problems.push([where, error]),
  });
}

describe.each(mounts)('behind $name', (mount) => {
  async function get(handler: AppHandler, address: string, init?: RequestInit): Promise<Response> {
    const send = await mount.serve(handler);
    return send(address, init);
  }

  describe('page files', () => {
    it('serves the page at / under a policy without inline scripts', async () => {
      const response = await get(handlerOf(stubCore()), '/');
      expect(await response.text()).toBe('<title>Sightline</title>');
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const policy = Object.fromEntries(
        (response.headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources.join(' ')];
        }),
      );
      expect(policy).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'connect-src': "'self'",
        'worker-src': "'self' blob:",
        'frame-ancestors': "'none'",
        'base-uri': "'none'",
        'form-action': "'none'",
      });
    });

    it('lets hashed files be cached forever', async () => {
      const response = await get(handlerOf(stubCore()), '/assets/index-abc.js');
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(response.headers.get('content-length')).toBe(String((await response.clone().bytes()).length));
      expect(response.headers.get('cache-control')).toContain('immutable');
    });

    it('sends a large file whole', async () => {
      const response = await get(handlerOf(stubCore()), '/assets/large-abc.js');
      expect(Buffer.compare(await response.bytes(), largeFile)).toBe(0);
    });

    it.each([
      '/../secret.txt',
      '/%2e%2e/secret.txt',
      '/..%2fsecret.txt',
      '/..%5csecret.txt',
      '/assets/..%2f..%2fsecret.txt',
      '//secret.txt',
      '/assets',
      '/assets/',
      '/%00',
      '/%ff',
      '/C:%5csecret.txt',
      '/nothing.js',
    ])('does not leave the folder for %s', async (address) => {
      const response = await get(handlerOf(stubCore()), address);
      // 400: the server on loopback refuses an address that could name another host.
      expect([400, 404]).toContain(response.status);
      expect(await response.text()).not.toBe('secret');
    });

    it('responds to requests of the custom scheme alike', async () => {
      const response = await handlerOf(stubCore())(new Request('app://sightline/%2e%2e/secret.txt'));
      expect(response.status).toBe(404);
      expect((await handlerOf(stubCore())(new Request('app://sightline/'))).status).toBe(200);
    });

    it('refuses to be written to', async () => {
      const response = await get(handlerOf(stubCore()), '/', { method: 'POST' });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('GET, HEAD');
    });
  });

  describe('chips', () => {
    const unasked = () => Promise.reject(new Error('Nobody was to ask for this.'));
    const unaskedChips = { get: unasked, stats: unasked, setLimit: unasked, clear: unasked };
    const answer = (outcome: ChipOutcome) => {
      const chips = { ...unaskedChips, get: async () => outcome };
      return get(handlerOf(stubCore({ chips })), '/chips/7');
    };

    it('sends the image with its source', async () => {
      const response = await answer({ kind: 'image', png: new Uint8Array([1, 2, 3]), source: 'cache' });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/png');
      expect(response.headers.get('content-length')).toBe(String((await response.clone().bytes()).length));
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]));
    });

    it.each([
      [404, { kind: 'none', reason: 'The detection has no chip.' }],
      [404, { kind: 'absent' }],
      [403, { kind: 'forbidden', reason: 'No.' }],
      [401, { kind: 'sign-in-needed' }],
      [503, { kind: 'offline', reason: 'Unreachable.' }],
      [502, { kind: 'failed', reason: 'Not a PNG.' }],
    ] as const)('says %i for %o', async (status, outcome) => {
      const response = await answer(outcome);
      expect(response.status).toBe(status);
      expect(await response.json()).toEqual(outcome);
    });

    it('passes the detection’s id, and the abort where the host notices it', async () => {
      const requested = Promise.withResolvers<[id: number, signal: AbortSignal | undefined]>();
      const completed = Promise.withResolvers<ChipOutcome>();
      const chips = {
        ...unaskedChips,
        get: (id: number, signal?: AbortSignal) => {
          requested.resolve([id, signal]);
          signal?.addEventListener('abort', () => completed.reject(signal.reason));
          return completed.promise;
        },
      };
      const problems: unknown[] = [];
      const abort = new AbortController();
      const response = get(handlerOf(stubCore({ chips }), problems), '/chips/12', { signal: abort.signal });
      const settled = Promise.allSettled([response]);
      const [id, signal] = await requested.promise;
      abort.abort();
      await settled;
      if (mount.noticesAborts) await expect.poll(() => signal?.aborted).toBe(true);
      completed.resolve({ kind: 'absent' });
      expect([id, signal?.aborted]).toEqual([12, mount.noticesAborts]);
      expect(problems).toEqual([]);
    });

    it.each(['/chips/', '/chips/0', '/chips/-1', '/chips/1e3', '/chips/../1/x'])(
      'requests no chip for %s',
      async (address) => {
        expect((await get(handlerOf(stubCore()), address)).status).toBe(404);
      },
    );
  });

  describe('feed', () => {
    it('reports that there is no workspace', async () => {
      const response = await get(handlerOf(stubCore()), '/feed/detections');
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ kind: 'no-workspace' });
    });
  });

  describe('API', () => {
    it('responds to a procedure', async () => {
      const response = await get(handlerOf(stubCore()), '/api/host');
      expect(await response.json()).toEqual({ result: { data: { kind: 'browser' } } });
      expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    });

    it('reports an unexpected failure to the host', async () => {
      const problems: [string, unknown][] = [];
      const cause = new Error('disk on fire');
      const jobs = {
        list: () => {
          throw cause;
        },
      };
      const response = await get(handlerOf(stubCore({ jobs: jobs as never }), problems), '/api/jobs.list');
      expect(response.status).toBe(500);
      expect(problems).toEqual([['api jobs.list', cause]]);
    });

    it('streams events and stops listening when the reader goes, by signal or by cancelling the body', async () => {
      for (const goAway of ['signal', 'cancel']) {
        const events = createEvents();
        let listeners = 0;
        const counted: typeof events = {
          ...events,
          stream: (signal) => ({
            async *[Symbol.asyncIterator]() {
              listeners += 1;
              try {
                yield* events.stream(signal);
              } finally {
                listeners -= 1;
              }
            },
          }),
        };
        const abort = new AbortController();
        const response = await get(handlerOf(stubCore({ events: counted })), '/api/events', {
          signal: abort.signal,
        });
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        if (!reader) throw new Error('The event stream has no body.');
        await expect.poll(() => listeners).toBe(1);
        events.publish({ type: 'changed', topic: 'areas' });
        let text = '';
        while (!text.includes('id: 1')) text += (await reader.read()).value ?? '';
        expect(text).toContain('{"type":"changed","topic":"areas"}');
        if (goAway === 'signal') abort.abort();
        else await reader.cancel();
        await expect.poll(() => listeners).toBe(0);
      }
    });
  });
});
