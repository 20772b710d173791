import type { KeyboardEvent } from 'react';
import type { App } from '../context/app-context.tsx';
import type { PanelSlot } from '../stores/panel-layout.ts';
import { isNoOverlayOpen } from '../ui/is-no-overlay-open.ts';

/** Closes a panel that lies over the map and goes to the map, unless a list or menu in the panel handles the key. */
export function closeDrawerOnEscape(
  event: KeyboardEvent,
  { engine, stores }: Pick<App, 'engine' | 'stores'>,
  slot: PanelSlot,
): void {
  if (event.key !== 'Escape' || event.defaultPrevented || !isNoOverlayOpen()) return;
  event.preventDefault();
  stores.ui.getState().setPanelOpen(slot, false);
  engine.focus();
}
