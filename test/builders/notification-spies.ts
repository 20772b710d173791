import { afterAll, vi } from 'vitest';
import * as notify from '../../renderer/ui/notify.tsx';

/** Replaces the functions that show a short notification until the tests of the file have ended. */
export function spyOnNotifications() {
  afterAll(() => vi.restoreAllMocks());
  return {
    notifyEdit: vi.spyOn(notify, 'notifyEdit').mockReturnValue(undefined),
    notifyFailure: vi.spyOn(notify, 'notifyFailure').mockReturnValue(undefined),
    notifyInfo: vi.spyOn(notify, 'notifyInfo').mockReturnValue(undefined),
  };
}
