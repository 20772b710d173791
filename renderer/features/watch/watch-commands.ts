import type { App } from '../../context/app-context.tsx';
import type { Command } from '../../context/command.ts';
import { notifyInfo } from '../../ui/notify.tsx';
import { changeEvents, openEvent } from './inbox-actions.ts';
import { startRule } from './rule-actions.ts';
import { texts } from './texts.ts';

/** The commands of the watch. */
export function createWatchCommands(app: App): readonly Command[] {
  const hasWorkspace = () =>
    app.stores.session.getState().session?.workspace === 'open' || texts.commands.openWorkspace;
  return [
    {
      id: 'watch.new-rule',
      title: texts.commands.newRule,
      group: 'Results',
      enabled: hasWorkspace,
      run: () => startRule(app),
    },
    {
      id: 'watch.inbox',
      title: texts.commands.inbox,
      group: 'Results',
      run: () => openEvent(app, null),
    },
    {
      id: 'watch.mark-all-read',
      title: texts.commands.markAll,
      group: 'Results',
      enabled: hasWorkspace,
      async run() {
        const marked = await changeEvents(app, { isRead: true });
        if (marked !== undefined) notifyInfo(texts.inbox.marked(marked));
      },
    },
  ];
}
