import { useOrders } from '../../app/use-stores.ts';
import { Note } from '../../components/note.tsx';
import { TextButton } from '../../components/text-button.tsx';
import { needsDecision } from './submission-texts.ts';
import { useOrderList } from './use-order-list.ts';

/** Warns, above a new order, that an earlier one may have been taken without our knowing. */
export function UndecidedNote() {
  const show = useOrders((state) => state.show);
  const undecided = useOrderList().data?.submissions.find(needsDecision);
  if (!undecided) return null;
  return (
    <Note tone="warn">
      The outcome of “{undecided.descriptiveName || 'an order without a name'}” is not known. If this is the
      same order, look at that one first.{' '}
      <TextButton onClick={() => show({ kind: 'submission', id: undecided.id })}>Look at it</TextButton>
    </Note>
  );
}
