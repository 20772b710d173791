import { useEffect } from 'react';
import type { InspectedItem } from '../stores/inspector-store.ts';
import { useApp } from './app-context.tsx';

/** Removes an item from the inspector's trail once it is known not to exist any more; the inspector then says so. */
export function useGoneItem({ kind, id }: InspectedItem, isGone: boolean): void {
  const { inspector } = useApp().stores;
  useEffect(() => {
    // The kind belongs to the id, which two variables do not express.
    if (isGone) inspector.getState().remove({ kind, id } as InspectedItem);
  }, [inspector, isGone, kind, id]);
}
