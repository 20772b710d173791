import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { apiOf } from '../../../../builders/api-of.ts';
import { sendJson } from '../../../../builders/http-server.ts';
import { startOrders, valued } from '../../../../builders/order-bench.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';
import { buildUuid } from '../../../../builders/record-builder.ts';
import { type ServiceServer, startServiceServer, takeOrder } from '../../../../builders/service-server.ts';

let service: ServiceServer;

beforeEach(async () => {
  service = await startServiceServer();
  onTestFinished(() => service.close());
});

/** Orders, and a retained draft that could be sent. */
async function start() {
  const bench = await startOrders(service);
  const { drafts } = apiOf(bench.workspace).api;
  const draft = makeDraft();
  const draftId = buildUuid();
  valued(await drafts.save({ kind: 'draft', id: draftId, name: '', draft }));
  const draftIds = async () => valued(await drafts.list()).drafts.map(({ id }) => id);
  return { ...bench, order: { draftId, draft }, draftIds };
}

function refuse(): void {
  service.fault = ({ method }, response) => {
    if (method === 'POST') sendJson(response, 400, { message: 'Range too long.' });
    return method === 'POST';
  };
}

const bodies = () =>
  service.requests
    .filter(({ method, path }) => method === 'POST' && path === '/ios/order')
    .map(({ body }) => body);

describe('a draft', () => {
  it('ends with the order that the service took', async () => {
    const { orders, order, draftIds, published } = await start();
    expect(valued(await orders.submit(order))).toMatchObject({ state: 'accepted', draftId: order.draftId });
    expect(await draftIds()).toEqual([]);
    expect(published).toContainEqual({ type: 'changed', topic: 'drafts' });
  });

  it('stays when the service refuses the order, and when it cannot be reached', async () => {
    const { orders, order, draftIds, access } = await start();
    refuse();
    const refused = valued(await orders.submit(order));
    expect(refused.state).toBe('refused');
    access.current = undefined;
    expect(valued(await orders.submit({ ...order, retryOf: refused.id })).state).toBe('not-sent');
    expect(await draftIds()).toEqual([order.draftId]);
  });

  it('stays while the outcome is unknown, and ends when the order turns out to be there', async () => {
    const { orders, order, draftIds } = await start();
    service.fault = (request, response) => {
      if (request.method !== 'POST') return false;
      takeOrder(service, request.body);
      response.socket?.resetAndDestroy();
      return true;
    };
    const lost = valued(await orders.submit(order));
    expect(lost).toMatchObject({ state: 'unknown', bodyText: bodies()[0] });
    expect(lost.failure?.message).not.toMatch(/try again/i);
    expect(await draftIds()).toEqual([order.draftId]);
    valued(await orders.settle(lost.id, 'order-1'));
    expect(await draftIds()).toEqual([]);
  });
});

describe('a submission that came to nothing', () => {
  it('is sent again byte for byte, as a submission of its own', async () => {
    const { orders, order, draftIds } = await start();
    refuse();
    const refused = valued(await orders.submit(order));
    service.fault = () => false;
    const again = valued(await orders.resend(refused.id));
    expect(again).toMatchObject({ state: 'accepted', bodyText: refused.bodyText });
    expect(again.id).not.toBe(refused.id);
    expect(bodies()).toEqual([refused.bodyText, refused.bodyText]);
    expect(await draftIds()).toEqual([]);
  });

  it('can be archived and restored', async () => {
    const { orders, order } = await start();
    refuse();
    const { id } = valued(await orders.submit(order));
    expect(valued(await orders.archive(id, true)).archivedAt).toBeDefined();
    expect(valued(await orders.list()).submissions[0]?.archivedAt).toBeDefined();
    expect(valued(await orders.archive(id, false)).archivedAt).toBeUndefined();
  });
});

describe('a submission that was taken, or may have been', () => {
  it('is neither sent again nor archived', async () => {
    const { orders, order } = await start();
    const taken = valued(await orders.submit(order));
    service.fault = ({ method }, response) => {
      if (method === 'POST') response.socket?.resetAndDestroy();
      return method === 'POST';
    };
    const draft = makeDraft({ descriptiveName: 'Another' });
    const lost = valued(await orders.submit({ draftId: buildUuid(), draft }));
    for (const { id } of [taken, lost]) {
      expect(await orders.resend(id)).toMatchObject({ failure: { code: 'conflict' } });
      expect(await orders.archive(id, true)).toMatchObject({ failure: { code: 'conflict' } });
    }
    expect(bodies()).toHaveLength(2);
    expect(await orders.resend(buildUuid())).toMatchObject({ failure: { code: 'not-found' } });
  });
});
