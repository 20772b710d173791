import { useApp } from '../../context/app-context.tsx';
import { useOrders, useUi } from '../../context/use-stores.ts';
import type { PanelName } from '../../stores/ui-store.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { texts } from './texts.ts';

const sections: readonly PanelName[] = ['results', 'orders', 'areas'];

/** Whether a panel is a section of “Get”. */
export function isGetSection(panel: PanelName): boolean {
  return sections.includes(panel);
}

/** The way back from orders and areas to “Get”; nothing in another panel. */
export function BackToGet() {
  const { stores } = useApp();
  const current = useUi((state) => state.panel);
  const isInOrder = useOrders(({ view }) => view.kind !== 'list');
  // An order and its form have their own way back, to the orders.
  if (current === 'results' || !isGetSection(current) || (current === 'orders' && isInOrder)) return null;
  return (
    <TextButton onClick={() => stores.ui.getState().showPanel('results')}>
      {texts.panels.backToGet}
    </TextButton>
  );
}
