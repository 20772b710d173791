import { expect, test } from 'vitest';
import { appRouter } from '../../../../electron/api/router.ts';
import type { Core } from '../../../../electron/core/core.ts';
import { blankDraft } from '../../../../shared/orders/draft/order-draft.ts';
import { fail } from '../../../../shared/result.ts';
import { buildUuid } from '../../../builders/record-builder.ts';
import { stubCore, stubHost } from '../../../builders/stub-core.ts';

test('an order is not sent from another workspace than that in which it was made', async () => {
  const submitted: unknown[] = [];
  const orders = {
    submit: async (order: unknown) => {
      submitted.push(order);
      return fail('unreachable', 'Nothing was sent.');
    },
  } as unknown as Core['orders'];
  const core = stubCore({
    orders,
    workspaceStatus: () => ({ workspace: 'open', workspacePath: '/berta.gpkg', workspaceFileId: 'b' }),
  });
  const caller = appRouter.createCaller({ core, host: stubHost });
  const order = { draftId: buildUuid(), draft: blankDraft };
  expect(await caller.orders.submit({ ...order, workspace: 'a /anna.gpkg' })).toMatchObject({
    ok: false,
    failure: { code: 'conflict' },
  });
  expect(submitted).toEqual([]);
  await caller.orders.submit({ ...order, workspace: 'b /berta.gpkg' });
  expect(submitted).toEqual([order]);
});
