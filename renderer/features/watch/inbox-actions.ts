import type { InboxChange, InboxEvent } from '../../../shared/watch/watch-event.ts';
import type { App } from '../../context/app-context.tsx';
import { findArea, zoomToArea } from '../../context/areas.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

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
  const { detections, looks, recordIds } = event.finding.evidence;
  const [detection] = detections;
  const [recordId] = recordIds;
  if (detection) {
    if (event.detectionId === null) notifyInfo(texts.inbox.noDetection);
    else stores.results.getState().focus(event.detectionId);
    engine.camera.moveTo(detection.position);
  } else if (looks.length > 0) {
    stores.passes.getState().choose(looks.map(({ key }) => key));
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
export async function openEvent(app: App, eventId: string | null): Promise<void> {
  app.stores.ui.getState().showPanel('watch');
  app.stores.watch.getState().setPart('inbox');
  app.stores.watch.getState().setView('open');
  if (eventId === null) return;
  const event = await app.api.watch.event.query(eventId);
  if (event.ok) await showEvent(app, event.value);
  else notifyFailure(event.failure);
}
