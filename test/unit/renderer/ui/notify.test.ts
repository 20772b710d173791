import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import {
  closeWorkspaceNotifications,
  notifyEdit,
  notifyEvent,
  notifyFailure,
  notifyInfo,
  notifyUntilClosed,
} from '../../../../renderer/ui/notify.tsx';

beforeEach(() => notifications.clean());

const titles = () => notificationsStore.getState().notifications.map(({ title }) => title);
const action = { label: 'Show the order', run() {} };

test('the state of an order replaces its earlier one, and no other notification', () => {
  notifyUntilClosed('Strait', 'Accepted.', action, { tag: 'order 1' });
  notifyUntilClosed('Bosporus', 'Accepted.', action, { tag: 'order 2' });
  notifyUntilClosed('Not loaded', 'Try again.', action);
  notifyUntilClosed('Strait', 'Completed.', action, { tag: 'order 1' });
  expect(titles()).toEqual(['Bosporus', 'Not loaded', 'Strait']);
});

test('an event closes by itself, also in place of one that stays', () => {
  notifyUntilClosed('Strait', 'Payment pending.', action, { tag: 'order 3' });
  notifyEvent('Strait', 'Completed.', action, { tag: 'order 3' });
  expect(notificationsStore.getState().notifications).toMatchObject([{ title: 'Strait', autoClose: 10_000 }]);
});

test('a failure is shown once for each thing that failed', () => {
  const failure = { code: 'disk', message: 'The disk is full.' } as const;
  for (const title of ['The order is not saved.', 'The area is not saved.', 'The order is not saved.']) {
    notifyFailure(failure, title);
  }
  expect(titles()).toEqual(['The order is not saved.', 'The area is not saved.']);
});

test('what is about a workspace ends with it; a short message ends by itself', () => {
  notifyUntilClosed('Strait', 'Payment pending.', action, { tag: 'order 4' });
  notifyEdit('The area was deleted.', action);
  notifyFailure({ code: 'disk', message: 'The disk is full.' }, 'The area is not saved.');
  notifyInfo('The workspace “Second” is open.');
  closeWorkspaceNotifications();
  expect(notificationsStore.getState().notifications).toMatchObject([{ autoClose: 6_000 }]);
});

test('a failure closes by itself; what needs a response does not', () => {
  notifyFailure({ code: 'disk', message: 'The disk is full.' });
  notifyUntilClosed('Strait', 'Payment pending.', action);
  expect(notificationsStore.getState().notifications).toMatchObject([
    { autoClose: 20_000 },
    { autoClose: false },
  ]);
});
