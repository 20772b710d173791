import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Api } from '../../renderer/api/client.ts';
import {
  canSend,
  type OrderWork,
  openOrderForm,
  orderForArea,
  sendOrder,
} from '../../renderer/commands/order-commands.ts';
import { isDraftStarted } from '../../renderer/stores/orders-store.ts';
import { createStores } from '../../renderer/stores/stores.ts';
import type { Submission } from '../../shared/orders/submission.ts';
import { type Result, succeed } from '../../shared/result.ts';
import type { SessionState } from '../../shared/session/session-state.ts';

vi.mock('../../renderer/app/notify.tsx', () => ({
  notifyInfo: vi.fn(),
  notifyFailure: vi.fn(),
  notifyUndo: vi.fn(),
}));

const submit = vi.fn<() => Promise<Result<Submission>>>();
let app: OrderWork;

beforeEach(() => {
  submit.mockReset();
  app = {
    api: { orders: { submit: { mutate: submit } } } as unknown as Api,
    stores: createStores(),
  };
  app.stores.orders
    .getState()
    .changeDraft({ descriptiveName: 'Ningbo', contactEmail: 'analyst@example.org' });
});

const orders = () => app.stores.orders.getState();

describe('sendOrder', () => {
  it('sends once, however often it is asked to while the order is on its way', async () => {
    const answer = Promise.withResolvers<Result<Submission>>();
    submit.mockReturnValue(answer.promise);
    const sends = [sendOrder(app), sendOrder(app), sendOrder(app)];
    expect(orders().send.kind).toBe('sending');
    answer.resolve(succeed(submission('accepted', { orderId: 'order-1' })));
    await Promise.all(sends);
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('shows an accepted order and empties the form', async () => {
    submit.mockResolvedValue(succeed(submission('accepted', { orderId: 'order-1' })));
    await sendOrder(app);
    expect(orders().view).toEqual({ kind: 'order', id: 'order-1' });
    expect(isDraftStarted(orders().draft)).toBe(false);
  });

  it.each(['refused', 'not-sent'] as const)('keeps the form when the order was %s', async (state) => {
    openOrderForm(app);
    submit.mockResolvedValue(succeed(submission(state)));
    await sendOrder(app);
    expect(orders().view).toEqual({ kind: 'form' });
    expect(orders().draft.descriptiveName).toBe('Ningbo');
    expect(orders().send).toMatchObject({ kind: 'not-taken', submission: { state } });
  });

  it('leaves no form that would send an order of unknown outcome a second time', async () => {
    submit.mockResolvedValue(succeed(submission('unknown')));
    await sendOrder(app);
    expect(orders().view).toEqual({ kind: 'submission', id: submission('unknown').id });
    expect(isDraftStarted(orders().draft)).toBe(false);
  });

  it('says that the outcome is not known when the page loses its link', async () => {
    submit.mockRejectedValue(new TypeError('Failed to fetch'));
    await sendOrder(app);
    expect(orders().draft.descriptiveName).toBe('Ningbo');
    expect(orders().send).toMatchObject({
      kind: 'failed',
      failure: { code: 'unreachable', message: expect.stringMatching(/not known/) },
    });
  });
});

describe('the order form', () => {
  it('adds an area to what the draft has already, once', () => {
    orderForArea(app, 'a');
    orderForArea(app, 'b');
    orderForArea(app, 'a');
    expect(orders().draft.areaIds).toEqual(['a', 'b']);
    expect(app.stores.ui.getState().panel).toBe('orders');
  });

  it.each([
    ['analyst@example.org', 'analyst@example.org'],
    ['analyst', ''],
  ])('begins with the address of user %s as “%s”', (username, contactEmail) => {
    app.stores.session.setState({ session: session({ username }) });
    orders().changeDraft({ contactEmail: '' });
    openOrderForm(app);
    expect(orders().draft.contactEmail).toBe(contactEmail);
  });
});

describe('canSend', () => {
  it('is true when signed in, online, with a workspace', () => {
    app.stores.session.setState({ session: session({}) });
    expect(canSend(app)).toBe(true);
  });

  it.each<[Partial<SessionState>, RegExp]>([
    [{ status: 'signed-out' }, /Sign in/],
    [{ status: 'expired' }, /expired/],
    [{ connection: 'offline', connectionProblem: 'connection refused' }, /connection refused/],
    [{ workspace: 'none' }, /workspace/],
    [{ workspace: 'read-only', workspaceProblem: 'A newer Sightline wrote it.' }, /newer Sightline/],
  ])('gives the reason for %j', (change, reason) => {
    app.stores.session.setState({ session: session(change) });
    expect(canSend(app)).toMatch(reason);
  });
});

function submission(state: Submission['state'], more: Partial<Submission> = {}): Submission {
  return {
    id: '4f6cbe8e-5a0d-4b5e-9a7e-0d6a2a5c9d11',
    state,
    descriptiveName: 'Ningbo',
    bodyText: '{}',
    createdAt: '2026-11-20T08:00:00.000Z',
    ...more,
  };
}

function session(change: Partial<SessionState>): SessionState {
  return {
    profile: {
      id: 'demo',
      kind: 'demo',
      name: 'Demo service',
      baseUrl: 'http://127.0.0.1:1',
      imageBaseUrl: 'http://127.0.0.1:1/chips',
      brand: 'svc',
      bracedQueryBody: false,
      sendTokenToImages: false,
    },
    status: 'signed-in',
    tokenStorage: 'memory',
    connection: 'online',
    workspace: 'open',
    ...change,
  };
}
