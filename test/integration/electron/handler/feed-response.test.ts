import { describe, expect, test } from 'vitest';
import { type AppHandler, createAppHandler } from '../../../../electron/app-handler.ts';
import type { Workspace } from '../../../../electron/core/workspace/open/workspace.ts';
import type { DetectionFilter } from '../../../../shared/results/detection.ts';
import { decodeFeed } from '../../../../shared/results/detection-feed.ts';
import { decodeFeedColors } from '../../../../shared/results/feed-colors.ts';
import { decodeFeedValues } from '../../../../shared/results/feed-values.ts';
import { decodeMatchMask } from '../../../../shared/results/match-mask.ts';
import { mounts } from '../../../builders/mounts.ts';
import { buildFeature, buildRecord } from '../../../builders/record-builder.ts';
import { stubCore, stubHost } from '../../../builders/stub-core.ts';
import { fillWorkspace, openTestWorkspace } from '../../../builders/workspace-builder.ts';

function handlerOf(workspace: Workspace | undefined): AppHandler {
  return createAppHandler({
    core: stubCore({ workspace: () => workspace }),
    host: stubHost,
    rendererDir: '/nowhere',
    onProblem: (error) => {
      throw error;
    },
  });
}

function get(handler: AppHandler, address: string): Promise<Response> {
  return handler(new Request(new URL(address, 'http://127.0.0.1:1')));
}

function withFilter(path: string, filter: DetectionFilter): string {
  return `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
}

async function openFilled(): Promise<AppHandler> {
  const workspace = await openTestWorkspace();
  const features = [0.2, 0.9, undefined].map((confidence) => buildFeature({ properties: { confidence } }));
  await fillWorkspace(workspace, [buildRecord({ features })]);
  return handlerOf(workspace);
}

describe.each(mounts)('behind $name', (mount) => {
  test('feed, mask, ids and values are of one version and one order', async () => {
    const send = await mount.serve(await openFilled());
    const response = await send('/feed/detections');
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-length')).toBe(String((await response.clone().bytes()).length));
    expect(response.headers.get('cache-control')).toBe('no-store');
    const feed = decodeFeed(await response.arrayBuffer(), (bytes) => new TextDecoder().decode(bytes));
    expect([...feed.id]).toEqual([1, 2, 3]);
    const filter = { minConfidence: 0.5 };
    const matches = await send(withFilter('/feed/matches', filter));
    expect(decodeMatchMask(await matches.arrayBuffer())).toEqual({
      version: feed.version,
      count: 3,
      matching: 1,
      bits: Uint8Array.of(0b010),
    });
    const ids = await send(withFilter('/feed/ids', filter));
    expect(new Uint32Array(await ids.arrayBuffer())).toEqual(Uint32Array.of(2));
    const values = decodeFeedValues(await (await send('/feed/values?field=confidence')).arrayBuffer());
    expect(values).toEqual({ version: feed.version, values: Float32Array.of(0.2, 0.9, Number.NaN) });
    const message = await (await send('/feed/colors?field=sensor')).arrayBuffer();
    const colors = decodeFeedColors(message, (bytes) => new TextDecoder().decode(bytes));
    expect(colors).toMatchObject({ version: feed.version, scale: { names: ['ICEYE-X7'] } });
    expect([...colors.codes]).toEqual([0, 0, 0]);
  });

  test('a filter that is too long for an address comes as a form', async () => {
    const send = await mount.serve(await openFilled());
    const ring = Array.from({ length: 2000 }, (_, step): [number, number] => {
      const angle = (step / 2000) * 2 * Math.PI;
      return [179 * Math.cos(angle), 84 * Math.sin(angle)];
    });
    const body = new URLSearchParams({ filter: JSON.stringify({ within: [ring], minConfidence: 0.5 }) });
    const response = await send('/feed/matches', { method: 'POST', body });
    expect(decodeMatchMask(await response.arrayBuffer()).matching).toBe(1);
  });
});

test('without a filter everything matches', async () => {
  const handler = await openFilled();
  expect(decodeMatchMask(await (await get(handler, '/feed/matches')).arrayBuffer()).matching).toBe(3);
});

describe('is refused', () => {
  test.each([
    '/feed/detections',
    '/feed/matches?filter=%7B%7D',
    '/feed/ids?filter=%7B%7D',
    '/feed/values?field=id',
  ])('without a workspace: %s', async (address) => {
    const response = await get(handlerOf(undefined), address);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ kind: 'no-workspace' });
  });

  test.each([
    ['/feed/matches?filter=', /not of the form/],
    ['/feed/matches?filter=%7B', /not of the form/],
    ['/feed/matches?filter=[]', /not of the form/],
    [withFilter('/feed/ids', { minConfidence: 'high' } as never), /not of the form/],
    [withFilter('/feed/ids', { expression: 'confidence > > 1' }), /cannot be read.*character 14/],
    ['/feed/values', /no such field/],
    ['/feed/values?field=height', /no such field/],
    ['/feed/colors?field=height', /no such field/],
  ])('what cannot be understood: %s', async (address, reason) => {
    const response = await get(await openFilled(), address);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ kind: 'invalid-input', reason: expect.stringMatching(reason) });
  });

  test('any other name', async () => {
    expect((await get(await openFilled(), '/feed/everything')).status).toBe(404);
  });
});

describe('procedures', () => {
  const ask = async (handler: AppHandler, name: string, input: unknown) => {
    const address = `/api/results.${name}?input=${encodeURIComponent(JSON.stringify(input))}`;
    const answer = (await (await get(handler, address)).json()) as { result: { data: unknown } };
    return answer.result.data;
  };
  const page = { sort: { field: 'property:confidence', order: 'DESC' }, offset: 0, limit: 10 };

  test('respond with results', async () => {
    const handler = await openFilled();
    const filter = { expression: 'confidence is not empty' };
    expect(await ask(handler, 'groupCounts', { filter, by: 'verdict' })).toEqual({
      ok: true,
      value: [{ key: 'unreviewed', count: 2 }],
    });
    expect(await ask(handler, 'distribution', { filter, field: 'confidence' })).toMatchObject({
      ok: true,
      value: { count: 2, min: 0.2, max: 0.9 },
    });
    expect(await ask(handler, 'timeline', { filter, by: 'uploaded', bins: 1 })).toMatchObject({
      value: { all: [3], filtered: [2] },
    });
    expect(await ask(handler, 'fieldValues', { field: 'region', part: 'EAST' })).toEqual({
      ok: true,
      value: [{ value: 'East Asia', count: 3 }],
    });
    expect(await ask(handler, 'records', { having: 'any', offset: 0, limit: 5 })).toMatchObject({
      value: { total: 1, rows: [{ detections: 3 }] },
    });
    expect(await ask(handler, 'page', { ...page, filter })).toMatchObject({
      value: { total: 2, rows: [{ id: 2 }, { id: 1 }] },
    });
  });

  test.each([
    ['counts', (filter: unknown) => filter],
    ['page', (filter: unknown) => ({ ...page, filter })],
    ['groupCounts', (filter: unknown) => ({ filter, by: 'day' })],
    ['distribution', (filter: unknown) => ({ filter, field: 'id' })],
    ['timeline', (filter: unknown) => ({ filter, by: 'collected', bins: 2 })],
  ])('%s refuses an expression that cannot be read, and states where', async (name, input) => {
    const refused = await ask(await openFilled(), name, input({ expression: 'length_m > ' }));
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'invalid-input', problems: [{ field: 'expression', value: 'length_m > ' }] },
    });
  });
});
