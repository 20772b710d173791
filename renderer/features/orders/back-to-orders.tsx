import { useOrders } from '../../context/use-stores.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { texts } from './texts.ts';

/** A link back to the list of orders. */
export function BackToOrders() {
  const show = useOrders((state) => state.show);
  return <TextButton onClick={() => show({ kind: 'list' })}>{texts.list.back}</TextButton>;
}
