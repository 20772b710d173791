import type { App } from './app-context.tsx';

/** Whether the open workspace can be written, or why not: `noWorkspace` where none is open. */
export function canWrite({ stores }: Pick<App, 'stores'>, noWorkspace: string): true | string {
  const { session } = stores.session.getState();
  if (session === null || session.workspace === 'none') return noWorkspace;
  return session.workspace === 'open' || 'The workspace is read-only.';
}
