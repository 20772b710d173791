import { beforeEach, describe, expect, it, vi } from 'vitest';
import { duplicateDraft, reuseRequest } from '../../../../../renderer/features/orders/draft-commands.ts';
import type { OrderCommandContext } from '../../../../../renderer/features/orders/order-command-context.ts';
import {
  canSend,
  checkAndSendOrder,
  createOrderCommands,
  openOrderForm,
  sendOrder,
  startOrderForAreas,
} from '../../../../../renderer/features/orders/order-commands.ts';
import { saveFormDraft } from '../../../../../renderer/features/orders/save-draft.ts';
import { createStores } from '../../../../../renderer/stores/stores.ts';
import { draftToRequest } from '../../../../../shared/orders/draft/draft-to-request.ts';
import type { OverlapCheck } from '../../../../../shared/orders/overlap/overlap-check.ts';
import type { Submission } from '../../../../../shared/orders/request/submission.ts';
import { fail, type Result, succeed } from '../../../../../shared/result.ts';
import type { SessionState } from '../../../../../shared/session/session-state.ts';
import { eventually } from '../../../../builders/eventually.ts';
import { spyOnNotifications } from '../../../../builders/notification-spies.ts';
import { makeDraft } from '../../../../builders/order-draft-builder.ts';
import { pageApi } from '../../../../builders/page-api.ts';

const { notifyFailure, notifyInfo } = spyOnNotifications();

const submit = vi.fn<() => Promise<Result<Submission>>>();
const put = vi.fn<(draft: unknown) => Promise<Result<unknown>>>();
const overlaps = vi.fn<() => Promise<Result<OverlapCheck>>>();
const nothingFound: OverlapCheck = {
  overlaps: [],
  unassessed: [],
  problems: [],
  compared: 3,
  listProblem: null,
  results: [],
};
let app: OrderCommandContext;

beforeEach(() => {
  submit.mockReset();
  put.mockReset().mockImplementation(async (draft) => succeed({ before: null, after: draft }));
  overlaps.mockReset().mockResolvedValue(succeed(nothingFound));
  app = {
    ...pageApi({
      orders: { submit: { mutate: submit }, overlaps: { mutate: overlaps } },
      drafts: { save: { mutate: put } },
    }),
    stores: createStores(),
  };
  void openOrderForm(app);
  orders().changeDraft({ descriptiveName: 'Ningbo', contactEmail: 'analyst@example.org' });
});

const orders = () => app.stores.orders.getState();

it.each([
  [[], /^The orders are up to date\.$/],
  [['Order 1 of the list cannot be read.'], /except 1 order that cannot be read/],
])('a refresh whose list has the problems %j states what is up to date', async (problems, text) => {
  const refresh = async () => succeed({ orders: [], submissions: [], problems });
  const { api } = pageApi({ orders: { refresh: { mutate: refresh } } });
  await createOrderCommands({ ...app, api })
    .find(({ id }) => id === 'orders.refresh')
    ?.run();
  expect(notifyInfo).toHaveBeenLastCalledWith(expect.stringMatching(text));
});
const draft = () => orders().editing?.draft;

describe('sendOrder', () => {
  it('sends once, however often it is called while the order is being sent', async () => {
    const answer = Promise.withResolvers<Result<Submission>>();
    submit.mockReturnValue(answer.promise);
    const sends = [sendOrder(app), sendOrder(app), sendOrder(app)];
    expect(orders().send.kind).toBe('sending');
    answer.resolve(succeed(submission('accepted', { orderId: 'order-1' })));
    await Promise.all(sends);
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it('saves the draft before it sends it, and sends what it saved', async () => {
    const id = orders().editing?.id;
    submit.mockResolvedValue(succeed(submission('refused')));
    await sendOrder(app);
    expect(put).toHaveBeenCalledWith({ kind: 'draft', id, name: '', draft: draft() });
    expect(submit).toHaveBeenCalledWith({ draftId: id, draft: draft() });
    expect(put.mock.invocationCallOrder[0]).toBeLessThan(submit.mock.invocationCallOrder[0] ?? 0);
  });

  it('sends nothing that could not be saved', async () => {
    put.mockResolvedValue(fail('disk', 'The disk is full.'));
    await sendOrder(app);
    expect(submit).not.toHaveBeenCalled();
    expect(orders().send).toMatchObject({ kind: 'failed', failure: { code: 'disk' } });
  });

  it('shows an accepted order and empties the form', async () => {
    submit.mockResolvedValue(succeed(submission('accepted', { orderId: 'order-1' })));
    await sendOrder(app);
    expect(orders().view).toEqual({ kind: 'order', id: 'order-1' });
    expect(orders().editing).toBeNull();
  });

  it.each(['refused', 'not-sent', 'dismissed'] as const)(
    'keeps the form when the order was %s',
    async (state) => {
      submit.mockResolvedValue(succeed(submission(state)));
      await sendOrder(app);
      expect(orders().view).toEqual({ kind: 'form' });
      expect(draft()?.descriptiveName).toBe('Ningbo');
      expect(orders().send).toMatchObject({ kind: 'rejected', submission: { state } });
    },
  );

  it('names the failed submission when it sends the draft again', async () => {
    const refused = submission('refused');
    const id = orders().editing?.id;
    submit.mockResolvedValue(succeed(refused));
    await checkAndSendOrder(app, refused.id);
    expect(submit).toHaveBeenLastCalledWith({ draftId: id, draft: draft(), retryOf: refused.id });
  });

  it.each(['accepted', 'unknown'] as const)(
    'retains changes made since the draft was sent before and was %s',
    async (state) => {
      const { analytics, areas, ranges } = makeDraft();
      orders().changeDraft({ analytics, areas, ranges });
      submit.mockResolvedValue(succeed(submission(state, { orderId: 'order-1' })));
      await sendOrder(app);
      expect(orders().view).toEqual({ kind: 'form' });
      expect(draft()?.descriptiveName).toBe('Ningbo');
      expect(orders().send).toEqual({ kind: 'idle' });
    },
  );

  it.each(['accepted', 'unknown', 'refused'] as const)(
    'leaves another draft alone that was opened while the order was being sent, which was then %s',
    async (state) => {
      const response = Promise.withResolvers<Result<Submission>>();
      submit.mockReturnValue(response.promise);
      const sending = sendOrder(app);
      await openOrderForm(app);
      orders().changeDraft({ descriptiveName: 'Shanghai' });
      response.resolve(succeed(submission(state, { orderId: 'order-1' })));
      await sending;
      expect(draft()?.descriptiveName).toBe('Shanghai');
      expect(orders().view).toEqual({ kind: 'form' });
      expect(orders().send).toEqual({ kind: 'idle' });
    },
  );

  it('reports at no other draft that the order was not sent', async () => {
    const response = Promise.withResolvers<Result<Submission>>();
    submit.mockReturnValue(response.promise);
    const sending = sendOrder(app);
    await openOrderForm(app);
    response.resolve(fail('conflict', 'It was sent before.'));
    await sending;
    expect(orders().send).toEqual({ kind: 'idle' });
    expect(notifyFailure).toHaveBeenCalled();
  });

  it('leaves no form that would send an order of unknown outcome a second time', async () => {
    submit.mockResolvedValue(succeed(submission('unknown')));
    await sendOrder(app);
    expect(orders().view).toEqual({ kind: 'submission', id: submission('unknown').id });
    expect(orders().editing).toBeNull();
  });

  it('reports an unknown outcome when the page loses its connection', async () => {
    submit.mockRejectedValue(new TypeError('Failed to fetch'));
    await sendOrder(app);
    expect(draft()?.descriptiveName).toBe('Ningbo');
    expect(orders().send).toMatchObject({
      kind: 'failed',
      failure: { code: 'unreachable', message: expect.stringMatching(/not known/) },
    });
  });
});

describe('the comparison before sending', () => {
  it('sends by itself when it finds nothing', async () => {
    submit.mockResolvedValue(succeed(submission('accepted', { orderId: 'order-1' })));
    await checkAndSendOrder(app);
    expect(submit).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Partial<OverlapCheck>]>([
    ['results', { results: [{ analytic: 'SPEX', records: 1, detections: 0 }] }],
    [
      'an order that could not be compared',
      { unassessed: [{ orderId: '1', descriptiveName: null, reason: '' }] },
    ],
    ['a service that cannot be asked', { listProblem: 'Out of reach.' }],
  ])('waits for the analyst when it finds %s', async (_what, found) => {
    const check = { ...nothingFound, ...found };
    overlaps.mockResolvedValue(succeed(check));
    await checkAndSendOrder(app);
    expect(orders().send).toEqual({ kind: 'checked', check });
    expect(submit).not.toHaveBeenCalled();
  });

  it('retains the submission to retry until the user has decided', async () => {
    overlaps.mockResolvedValue(succeed({ ...nothingFound, listProblem: 'Out of reach.' }));
    await checkAndSendOrder(app, 'the-refused-one');
    expect(orders().send).toMatchObject({ kind: 'checked', retryOf: 'the-refused-one' });
  });

  it('sends nothing when it cannot be made, or when the draft was changed in between', async () => {
    overlaps.mockResolvedValueOnce(fail('no-workspace', 'No workspace is open.'));
    await checkAndSendOrder(app);
    expect(orders().send).toMatchObject({ kind: 'failed', failure: { code: 'no-workspace' } });
    const checking = checkAndSendOrder(app);
    orders().changeDraft({ descriptiveName: 'Shanghai' });
    await checking;
    expect(submit).not.toHaveBeenCalled();
  });
});

describe('keeping a draft', () => {
  it('writes each change once, in order, and nothing that is unchanged', async () => {
    const first = saveFormDraft(app);
    orders().changeDraft({ descriptiveName: 'Shanghai' });
    await Promise.all([first, saveFormDraft(app)]);
    await saveFormDraft(app);
    const names = put.mock.calls.map(
      ([stored]) => (stored as { draft: { descriptiveName: string } }).draft.descriptiveName,
    );
    expect(names).toEqual(['Ningbo', 'Shanghai']);
    expect(orders().saveState).toEqual({ kind: 'saved' });
  });

  it('reports why it failed, and can retry', async () => {
    put.mockResolvedValueOnce(fail('disk', 'The disk is full.'));
    expect(await saveFormDraft(app)).toMatchObject({ code: 'disk' });
    expect(orders().saveState).toMatchObject({ kind: 'failed', failure: { code: 'disk' } });
    expect(await saveFormDraft(app)).toBeNull();
    expect(orders().saveState).toEqual({ kind: 'saved' });
  });

  it('saves the draft in the form when another is started', async () => {
    await openOrderForm(app);
    await eventually(() => expect(put).toHaveBeenCalled());
    expect(put).toHaveBeenCalledWith(
      expect.objectContaining({ draft: expect.objectContaining({ descriptiveName: 'Ningbo' }) }),
    );
  });
});

describe('a duplicate', () => {
  it('is another draft with the same content, stored at once', async () => {
    const source = orders().editing;
    if (!source) throw new Error('No draft is in the form.');
    await duplicateDraft(app, source);
    expect(draft()).toEqual(source.draft);
    expect(orders().editing?.id).not.toBe(source.id);
    expect(orders().editing?.notes).toEqual(['Copied from the draft “Ningbo”.']);
    const ids = () => put.mock.calls.map(([stored]) => (stored as { id: string }).id);
    await eventually(() => expect(ids()).toEqual([source.id, orders().editing?.id]));
  });
});

describe('a request that is used again', () => {
  const built = draftToRequest(makeDraft({ descriptiveName: 'Weekly' }), []);
  const bodyText = built.ok ? built.bodyText : '';

  it('is copied without its times, and notes the former ones', async () => {
    expect(await reuseRequest(app, bodyText, 'blank')).toBeNull();
    expect(draft()?.ranges).toEqual([{ from: '', to: '', extras: [] }]);
    expect(orders().editing?.notes[0]).toContain('2026-11-01T00:00:00.000Z → 2026-11-20T08:30:00.000Z');
  });

  it('is copied with its times to be corrected', async () => {
    await reuseRequest(app, bodyText, 'copy');
    expect(draft()).toMatchObject({
      descriptiveName: 'Weekly',
      ranges: [{ from: '2026-11-01T00:00:00.000Z' }],
    });
    await eventually(() => expect(put).toHaveBeenCalledTimes(2));
  });

  it('that is none is refused', async () => {
    expect(await reuseRequest(app, 'nonsense', 'blank')).toMatchObject({ code: 'invalid-input' });
  });
});

describe('the order form', () => {
  it('adds an area to what the draft has already, once', () => {
    startOrderForAreas(app, ['a']);
    startOrderForAreas(app, ['b', 'a']);
    expect(draft()?.areas).toEqual([
      { kind: 'area', areaId: 'a' },
      { kind: 'area', areaId: 'b' },
    ]);
    expect(app.stores.ui.getState().panel).toBe('orders');
  });

  it.each([
    ['analyst@example.org', 'analyst@example.org'],
    ['analyst', ''],
  ])('begins with the address of user %s as “%s”', async (username, contactEmail) => {
    app.stores.session.getState().setSession(session({ username }));
    await openOrderForm(app);
    expect(draft()?.contactEmail).toBe(contactEmail);
  });
});

describe('canSend', () => {
  it('is true when signed in, online, with a workspace', () => {
    app.stores.session.getState().setSession(session({}));
    expect(canSend(app)).toBe(true);
  });

  it.each<[Partial<SessionState>, RegExp]>([
    [{ status: 'signed-out' }, /Sign in/],
    [{ status: 'expired' }, /expired/],
    [{ connection: 'offline', connectionProblem: 'connection refused' }, /connection refused/],
    [{ workspace: 'none' }, /workspace/],
    [{ workspace: 'read-only', workspaceProblem: 'A newer Sightline wrote it.' }, /newer Sightline/],
  ])('gives the reason for %j', (change, reason) => {
    app.stores.session.getState().setSession(session(change));
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
