import type { Failure } from '../../../shared/result.ts';
import {
  defaultRule,
  type WatchRule,
  type WatchRuleInput,
  type WatchRuleSettings,
  type WatchSilence,
  watchRuleInputSchema,
} from '../../../shared/watch/watch-rule.ts';
import type { App } from '../../context/app-context.tsx';
import { callEdit, recordEdit } from '../../context/edit-history.ts';
import { recordItemEdit, tableSetter } from '../../context/items.ts';
import { discardTyped } from '../../context/typed-forms.ts';
import { notifyFailure, notifyInfo } from '../../ui/notify.tsx';
import { texts } from './texts.ts';

/** Opens the form for a new rule, with settings that are known already. */
export function startRule({ stores }: App, known: Partial<WatchRuleInput> = {}): void {
  stores.ui.getState().showPanel('watch');
  stores.watch.getState().setPart('rules');
  stores.watch.getState().editRule({ ...defaultRule(crypto.randomUUID()), ...known });
}

/** Closes the form; what was typed into it is offered back. */
export function discardRule(app: App): void {
  const { editedRule, editRule } = app.stores.watch.getState();
  editRule(null);
  if (!editedRule) return;
  discardTyped(app, {
    id: ruleForm(editedRule),
    what: texts.form.what(editedRule.name),
    show() {
      app.stores.ui.getState().showPanel('watch');
      editRule(editedRule);
    },
    hide: () => editRule(null),
  });
}

/** Identifies what is typed into the form of a rule. */
export function ruleForm({ id }: Pick<WatchRuleInput, 'id'>): string {
  return `rule ${id}`;
}

/** Saves a rule; can be undone. Returns why it was not saved. */
export async function saveRule(app: App, rule: WatchRuleSettings): Promise<Failure | null> {
  const saved = await callEdit(app, () => app.api.watch.save.mutate(rule));
  if (!saved.ok) return saved.failure;
  const before = saved.value.before && toSettings(saved.value.before);
  const after = toSettings(saved.value.after);
  const { searchId, name } = after;
  if (!before) app.stores.workspace.getState().setCompleted({ kind: 'rule', searchId, name });
  recordItemEdit(app, { before, after }, tableSetter(app.api.watch), {
    name: before ? texts.rules.changing(before.name) : texts.rules.saving(after.name),
  });
  return null;
}

/** Deletes a rule; can be undone. */
export async function deleteRule(app: App, rule: WatchRule): Promise<void> {
  const { id, name } = rule;
  const removed = await callEdit(app, () => app.api.watch.remove.mutate(id));
  if (!removed.ok) return notifyFailure(removed.failure, texts.rules.notChanged(name));
  recordItemEdit(app, { before: toSettings(rule), after: null }, tableSetter(app.api.watch), {
    name: texts.rules.deleting(name),
    message: texts.rules.deleted(name),
  });
}

/** Lets a rule watch for another thirty days. */
export async function confirmRule(app: App, { id, name }: WatchRule): Promise<void> {
  const confirmed = await app.api.watch.confirm.mutate(id);
  if (confirmed.ok) notifyInfo(texts.rules.confirmed(name));
  else notifyFailure(confirmed.failure, texts.rules.notChanged(name));
}

/** Silences what is collected between two times, epoch milliseconds; can be undone. */
export async function silenceRule(
  app: App,
  { id, name }: WatchRule,
  [from, to]: readonly [number, number],
): Promise<void> {
  const silence = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
  const { silence: add, endSilence: end } = app.api.watch;
  const redo = () => add.mutate({ id, silence });
  const silenced = await callEdit(app, redo);
  if (!silenced.ok) return notifyFailure(silenced.failure, texts.rules.notChanged(name));
  const edit = { name: texts.rules.silencing(name), undo: () => end.mutate({ id, silence }), redo };
  recordEdit(app, edit, texts.rules.silenced(name));
}

/** Ends a silence; can be undone. What it has silenced stays so. */
export async function endSilence(app: App, { id, name }: WatchRule, silence: WatchSilence): Promise<void> {
  const { silence: add, endSilence: end } = app.api.watch;
  const redo = () => end.mutate({ id, silence });
  const ended = await callEdit(app, redo);
  if (!ended.ok) return notifyFailure(ended.failure, texts.rules.notChanged(name));
  const edit = { name: texts.rules.endingSilence(name), undo: () => add.mutate({ id, silence }), redo };
  recordEdit(app, edit, texts.rules.silenceEnded(name));
}

/** Fetches what is new for a rule; the step after making it is done with that. */
export async function fetchForRule(
  app: App,
  { searchId, name }: Pick<WatchRule, 'searchId' | 'name'>,
): Promise<void> {
  const started = await app.api.searches.run.mutate({ id: searchId, kind: 'new' });
  if (!started.ok) return notifyFailure(started.failure, texts.rules.notFetched(name));
  const { completed, setCompleted } = app.stores.workspace.getState();
  if (completed?.kind === 'rule' && completed.searchId === searchId) setCompleted(null);
}

/** The settings of a stored rule, as the form has them. */
export function toSettings(rule: WatchRule): WatchRuleSettings {
  return watchRuleInputSchema.parse(rule);
}

/** The problems of a rule that cannot be saved, by field; none when it can. */
export function findProblems(rule: WatchRuleInput): Readonly<Record<string, string>> {
  const { error } = watchRuleInputSchema.safeParse(rule);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));
}
