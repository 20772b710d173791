import { expect, it } from 'vitest';
import { followSession } from '../../../../renderer/stores/follow-stores.ts';
import { createStores } from '../../../../renderer/stores/stores.ts';
import type { SessionState } from '../../../../shared/session/session-state.ts';

const session = (workspacePath: string) =>
  ({ profile: { id: 'a' }, workspacePath, workspaceFileId: workspacePath }) as unknown as SessionState;

it('the inbox begins with the first finding of another view and of another workspace', () => {
  const stores = createStores();
  const { watch } = stores;
  stores.session.getState().setSession(session('/a.gpkg'));
  const stop = followSession(stores, () => {});
  watch.getState().setOffset(50);
  watch.getState().setView('open');
  expect(watch.getState().offset).toBe(0);
  watch.getState().setOffset(50);
  stores.session.getState().setSession(session('/b.gpkg'));
  expect(watch.getState().offset).toBe(0);
  stop();
});
