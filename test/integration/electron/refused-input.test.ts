import type { AnyProcedure, inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { z } from 'zod';
import { type AppRouter, appRouter } from '../../../electron/api/router.ts';
import { createAppHandler } from '../../../electron/app-handler.ts';
import type { Core } from '../../../electron/core/core.ts';
import { createApi, createQueryClient } from '../../../renderer/api/client.ts';
import { stubCore, stubHost } from '../../builders/stub-core.ts';

afterEach(() => vi.unstubAllGlobals());

/** The page's client of a core, through the real handler; `sent` are the response bodies. */
function connect(core: Core) {
  const problems: string[] = [];
  const sent: string[] = [];
  const handler = createAppHandler({
    core,
    host: stubHost,
    rendererDir: '/nowhere',
    onProblem: (error) => problems.push(String(error)),
  });
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { signal: _, ...rest } = init ?? {};
    const response = await handler(new Request(new URL(address, 'http://127.0.0.1:1'), rest));
    void response
      .clone()
      .text()
      .then((body) => sent.push(body));
    return response;
  });
  return { api: createApi(createQueryClient()).api, handler, problems, sent };
}

const id = '7f2f8d34-7a5e-4d0c-9d3c-0a3f5a1a6a11';
const filter = {};
const sort = { field: 'id', order: 'ASC' } as const;

/** JSON of nested lists, in the member `name` of an object or alone. */
function nested(depth: number, name?: string): string {
  const lists = `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  return name === undefined ? lists : `{"${name}":${lists}}`;
}

describe('input that is nested thousands of levels deep', () => {
  const procedures = Object.entries(appRouter._def.procedures).filter(
    ([, procedure]) => (procedure as AnyProcedure)._def.type !== 'subscription',
  );

  it.each(procedures.map(([name, procedure]) => [name, (procedure as AnyProcedure)._def.type]))(
    'is a 400 with a sentence: %s',
    async (name, type) => {
      const { handler, problems } = connect(stubCore());
      const inputs = [
        nested(5_000),
        nested(5_000, 'within'),
        nested(4_999, 'filter'),
        `{"filter":${nested(5_000, 'within')}}`,
      ];
      for (const input of inputs) {
        const response = await handler(
          type === 'query'
            ? new Request(`http://127.0.0.1:1/api/${name}?input=${encodeURIComponent(input)}`)
            : new Request(`http://127.0.0.1:1/api/${name}`, {
                method: 'POST',
                body: input,
                headers: { 'content-type': 'application/json' },
              }),
        );
        expect(response.status).toBe(400);
        const { error } = (await response.json()) as { error: unknown };
        expect(error).toEqual({
          code: expect.any(Number),
          message: 'The input is nested more than 100 levels deep. Give one of fewer levels.',
          data: { code: 'BAD_REQUEST', httpStatus: 400 },
        });
      }
      expect(problems).toEqual([]);
    },
  );
});

describe('an unexpected error', () => {
  it.each([
    [
      "ENOENT: no such file or directory, open '/home/anna b/secret/x.gpkg'",
      "ENOENT: no such file or directory, open 'x.gpkg'",
    ],
    ['C:\\Users\\anna\\x.gpkg is locked.', 'x.gpkg is locked.'],
    ['It failed.\n    at read (/opt/sightline/electron/core/x.ts:1:2)', 'It failed.'],
    ['Cannot find file:///opt/sightline/x.js here', 'Cannot find x.js here'],
    ['https://service.example/api/v1 does not respond.', 'https://service.example/api/v1 does not respond.'],
    ['The disk is full.', 'The disk is full.'],
  ])('reaches the page as its code and one sentence: %j', async (thrown, shown) => {
    const jobs = {
      list: () => {
        throw new Error(thrown);
      },
    };
    const { handler, problems } = connect(stubCore({ jobs: jobs as never }));
    const response = await handler(new Request('http://127.0.0.1:1/api/jobs.list'));
    expect(await response.json()).toEqual({
      error: {
        code: expect.any(Number),
        message: shown,
        data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 },
      },
    });
    expect(problems).toHaveLength(1);
  });
});

describe('input that a schema refuses', () => {
  it.each([
    ['a number that is too small', 'limit', '0', /^“limit” is 0\. Give at least 1\.$/, { limit: 0 }],
    ['one that is too large', 'limit', '5000', /^“limit” is 5000\. Give at most 1000\.$/, { limit: 5000 }],
    ['one that is not whole', 'limit', '1.5', /^“limit” is 1\.5\. Give a whole number\.$/, { limit: 1.5 }],
    [
      'a text instead',
      'offset',
      'many',
      /^“offset” is “many”\. Give a (whole )?number\.$/,
      { offset: 'many' },
    ],
    [
      'a missing value',
      'offset',
      '',
      /^“offset” is missing\. Give a (whole )?number\.$/,
      { offset: undefined },
    ],
    [
      'a choice that there is not',
      'sort.order',
      'UP',
      /^“sort\.order” is “UP”\. Give one of “ASC”, “DESC”\.$/,
      { sort: { ...sort, order: 'UP' } },
    ],
  ])('is a failure that names field, value and remedy: %s', async (_case, field, value, message, change) => {
    const { api, problems, sent } = connect(stubCore());
    const request = { filter, sort, offset: 0, limit: 10, ...change } as Parameters<
      typeof api.results.page.query
    >[0];
    expect(await api.results.page.query(request)).toEqual({
      ok: false,
      failure: {
        code: 'invalid-input',
        message: 'A value cannot be accepted.',
        problems: [{ field, value, message: expect.stringMatching(message) }],
      },
    });
    expect(problems, 'it is expected, so it is not logged').toEqual([]);
    expect(sent.join('')).not.toContain('"path"');
  });

  it('of a single value has a problem without a field', async () => {
    const { api } = connect(stubCore());
    expect(await api.jobs.cancel.mutate('the last one')).toMatchObject({
      failure: {
        code: 'invalid-input',
        problems: [{ field: '', message: 'The input is “the last one”. Give an identifier (UUID).' }],
      },
    });
  });

  it('keeps the message that the schema states itself, and lists every problem', async () => {
    const { api } = connect(stubCore());
    const search = { regions: [], analytics: [], pageSize: 0 };
    const named = { id, name: ' ', search, schedule: { kind: 'manual' } } as const;
    expect(await api.searches.save.mutate(named)).toMatchObject({
      failure: {
        message: '2 values cannot be accepted.',
        problems: [
          { field: 'name', message: 'Give the search a name.' },
          { field: 'search.pageSize', value: '0', message: '“search.pageSize” is 0. Give at least 1.' },
        ],
      },
    });
  });

  it('of enormous size gives a short failure', async () => {
    const { api } = connect(stubCore());
    const ids = Array.from({ length: 900 }, () => -1);
    const result = await api.results.detections.query(ids);
    if (result.ok) throw new Error('It was accepted.');
    expect(result.failure.problems).toHaveLength(20);
    expect(result.failure.message).toBe('900 values cannot be accepted; the first 20 of them are listed.');
    const long = await api.jobs.cancel.mutate('x'.repeat(100_000));
    expect(JSON.stringify(long).length).toBeLessThan(1_000);
  });

  it('of a map source names the field of its form, before any request', async () => {
    const { api } = connect(stubCore());
    const draft = {
      kind: 'xyz',
      name: 'Tiles',
      attribution: '',
      opacity: 1,
      address: 'ftp://t.org/{z}/{x}/{y}',
      minZoom: 0,
      maxZoom: 9,
      tileSize: 256,
    } as const;
    const refusal = {
      ok: false,
      failure: {
        code: 'invalid-input',
        message: expect.stringContaining('The scheme “ftp://” is not known here.'),
        problems: [{ field: 'address', value: 'ftp://t.org/{z}/{x}/{y}' }],
      },
    };
    const trial = { draft, id: null, position: [12, 34] as [number, number], zoom: 3 };
    expect(await api.mapSources.tryOut.mutate(trial)).toMatchObject(refusal);
    expect(await api.mapSources.change.mutate({ id, draft })).toMatchObject(refusal);
    const short = { ...draft, address: 'https://t.org/{z}' };
    expect(await api.mapSources.add.mutate(short)).toMatchObject({ ok: false });
  });
});

it('a schema that fails inside does not put its JSON on a screen or into the log', async () => {
  const { api, problems } = connect(
    stubCore({
      jobs: new Proxy({} as Core['jobs'], {
        get: () => () => z.object({ stored: z.string() }).parse({ stored: 1 }),
      }),
    }),
  );
  expect(await api.jobs.list.query()).toMatchObject({
    ok: false,
    failure: { message: 'stored: Invalid input: expected string, received number' },
  });
  expect(problems).toEqual(['Error: stored: Invalid input: expected string, received number']);
});

type Inputs = inferRouterInputs<AppRouter>;
type Outputs = inferRouterOutputs<AppRouter>;
/** The procedures of a router that have an input, but do not return a `Result`. */
type Unsound<In, Out> = {
  // biome-ignore lint/suspicious/noConfusingVoidType: tRPC's type of no input.
  [Name in keyof In & keyof Out]: [In[Name]] extends [void]
    ? never
    : [Out[Name]] extends [{ readonly ok: boolean }]
      ? never
      : Name;
}[keyof In & keyof Out];
type UnsoundProcedures = {
  // biome-ignore lint/suspicious/noConfusingVoidType: tRPC's type of no input.
  [Name in keyof Inputs & keyof Outputs]: [Inputs[Name]] extends [void]
    ? never
    : Unsound<Inputs[Name], Outputs[Name]>;
}[keyof Inputs & keyof Outputs];

it('every procedure with an input returns a result, so that a refusal has its type', () => {
  expectTypeOf<UnsoundProcedures>().toBeNever();
});
