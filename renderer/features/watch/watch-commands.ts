import type { AppEvent } from '../../../shared/events/app-event.ts';
import type { WatchNotification } from '../../../shared/watch/plan-notifications.ts';
import type { InboxChange, InboxEvent } from '../../../shared/watch/watch-event.ts';
import { readHostKind } from '../../api/read-query.ts';
import type { App } from '../../context/app-context.tsx';
import { findArea, zoomToArea } from '../../context/areas.ts';
import type { Command } from '../../context/command.ts';
import type { InputCommand } from '../../context/command-inputs.ts';
import { showDesktopNotification } from '../../ui/desktop-notification.ts';
import { notifyFailure, notifyInfo, notifyUntilClosed } from '../../ui/notify.tsx';
import { fetchForRule, startRule } from './rule-actions.ts';
import { texts } from './texts.ts';

/** The commands with which other features start and run a rule. */
export function createWatchInputCommands(app: App): readonly InputCommand[] {
  return [
    { id: 'watch.start-rule', title: texts.commands.newRule, run: (known) => startRule(app, known) },
    { id: 'watch.run-rule', title: texts.commands.run, run: (rule) => fetchForRule(app, rule) },
  ];
}

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

/** Marks or snoozes findings; returns how many have changed, or undefined when that has failed. */
export async function changeEvents(app: App, change: InboxChange): Promise<number | undefined> {
  const changed = await app.api.watch.changeInbox.mutate(change);
  if (changed.ok) return changed.value;
  notifyFailure(changed.failure, texts.inbox.notChanged);
  return undefined;
}

/** Shows on the map and in the inspector what a finding is about, and marks it as read. */
export async function showEvent(app: App, event: InboxEvent): Promise<void> {
  const { engine, commands, stores } = app;
  const { detections, looks: passes, recordIds } = event.finding.evidence;
  const [detection] = detections;
  const [recordId] = recordIds;
  if (detection) {
    if (event.detectionId === null) notifyInfo(texts.inbox.noDetection);
    else stores.results.getState().focus(event.detectionId);
    engine.camera.moveTo(detection.position);
  } else if (passes.length > 0) {
    stores.passes.getState().choose(passes.map(({ key }) => key));
    const rules = await app.api.watch.list.query();
    const rule = rules.ok ? rules.value.rules.find((each) => each.rule.id === event.ruleId)?.rule : undefined;
    const area = rule?.areaId ? findArea(app, rule.areaId) : undefined;
    if (area) zoomToArea(app, area);
    else notifyInfo(texts.inbox.noPlace);
  } else if (recordId !== undefined) {
    await commands.runWith('records.focus', { recordId });
  }
  const canWrite = stores.session.getState().session?.workspace === 'open';
  if (canWrite && !event.isRead) await changeEvents(app, { ids: [event.id], isRead: true });
}

/** Shows the inbox and, with an id, on the map what that event is about. */
async function openEvent(app: App, eventId: string | null): Promise<void> {
  app.stores.ui.getState().showPanel('watch');
  app.stores.watch.getState().setPart('inbox');
  app.stores.watch.getState().setView('open');
  if (eventId === null) return;
  const event = await app.api.watch.event.query(eventId);
  if (event.ok) await showEvent(app, event.value);
  else notifyFailure(event.failure);
}

/**
 * Shows the notifications of the watch, and the finding whose notification was clicked. In the browser host the page
 * shows them: on the desktop where the browser allows it, else on the page. Elsewhere the host does.
 */
export function handleWatchEvent(app: App, event: AppEvent): void {
  if (event.type === 'show-watch-event') void openEvent(app, event.eventId);
  if (event.type !== 'watch-notifications' || readHostKind(app) === 'electron') return;
  for (const notification of event.notifications) show(app, notification);
}

function show(app: App, { id, title, body, eventId }: WatchNotification): void {
  const open = () => void openEvent(app, eventId);
  // Each window shows it, and the desktop shows it once.
  if (showDesktopNotification({ title, body, tag: `watch ${id}` }, open)) return;
  const label = eventId === null ? texts.notification.showInbox : texts.notification.showEvent;
  notifyUntilClosed(title, body, { label, run: open });
}
