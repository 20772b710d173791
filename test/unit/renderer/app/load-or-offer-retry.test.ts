import { notifications, notificationsStore } from '@mantine/notifications';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadOrOfferRetry } from '../../../../renderer/app/load-or-offer-retry.ts';
import { eventually } from '../../../builders/eventually.ts';

beforeEach(() => notifications.clean());

test('code that could not be loaded is loaded again when the notification is closed', async () => {
  const load = vi.fn(async () => 'code').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const loaded = loadOrOfferRetry(load);
  const shown = await eventually(() => {
    const [first] = notificationsStore.getState().notifications;
    expect(first).toMatchObject({ title: 'A part of the page could not be loaded', autoClose: false });
    return first;
  });
  notifications.hide(shown?.id ?? '');
  expect(await loaded).toBe('code');
  expect(load).toHaveBeenCalledTimes(2);
});
