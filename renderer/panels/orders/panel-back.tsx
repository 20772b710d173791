import { useOrders } from '../../app/use-stores.ts';
import { TextButton } from '../../components/text-button.tsx';

/** The way back to the list of orders. */
export function PanelBack() {
  const show = useOrders((state) => state.show);
  return <TextButton onClick={() => show({ kind: 'list' })}>← All orders</TextButton>;
}
