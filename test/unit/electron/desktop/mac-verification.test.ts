import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { waitForVerification } from '../../../../electron/desktop/update-installer.ts';

const events = ['update-downloaded', 'update-not-available', 'error'] as const;

it.each([
  ['update-downloaded', undefined],
  ['update-not-available', 'macOS found no update in the package'],
  ['error', 'its signature differs'],
] as const)('the verification of an update ends with %s, and leaves no listener', async (event, reason) => {
  const updater = new EventEmitter();
  const waiting = waitForVerification(updater as never);
  const settled = waiting.then(
    () => undefined,
    (error: Error) => error.message,
  );
  updater.emit(event, new Error('its signature differs'));
  expect(await settled).toEqual(reason === undefined ? undefined : expect.stringContaining(reason));
  expect(events.map((each) => updater.listenerCount(each))).toEqual([0, 0, 0]);
});
