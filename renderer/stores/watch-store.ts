import { createStore } from 'zustand/vanilla';
import type { InboxView } from '../../shared/watch/watch-event.ts';
import type { WatchRuleInput } from '../../shared/watch/watch-rule.ts';

/** State of the watch panel. */
export type WatchStore = {
  readonly part: 'inbox' | 'rules';
  readonly view: InboxView;
  /** Number of findings of the view that come before those that the inbox shows. */
  readonly offset: number;
  /** The rule in the form, new or stored; null while no form is open. */
  readonly editedRule: WatchRuleInput | null;
  setPart(part: WatchStore['part']): void;
  /** Shows a view from its first finding on. */
  setView(view: InboxView): void;
  setOffset(offset: number): void;
  /** Opens the form for a rule; null closes it. */
  editRule(rule: WatchRuleInput | null): void;
};

/** A store that shows the open findings. */
export function createWatchStore() {
  return createStore<WatchStore>()((set) => ({
    part: 'inbox',
    view: 'open',
    offset: 0,
    editedRule: null,
    setPart: (part) => set({ part }),
    setView: (view) => set({ view, offset: 0 }),
    setOffset: (offset) => set({ offset }),
    editRule: (editedRule) => set({ editedRule }),
  }));
}
