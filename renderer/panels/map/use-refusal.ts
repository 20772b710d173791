import { useEffect, useState } from 'react';
import { useApp } from '../../app/app-context.tsx';

/** Why the last point or change was not taken; null as soon as another one was, or the drawing ended. */
export function useRefusal(): string | null {
  const { engine, stores } = useApp();
  const [refusal, setRefusal] = useState<string | null>(null);
  useEffect(() => {
    let vertices = 0;
    const clear = () => setRefusal(null);
    const stopListening = engine.on({
      refused: setRefusal,
      drawn: clear,
      edited: clear,
      drawing(state) {
        const now = state?.vertices ?? 0;
        if (now !== vertices) clear();
        vertices = now;
      },
    });
    const stopWatching = stores.ui.subscribe((state, before) => {
      if (state.tool !== before.tool) clear();
    });
    return () => {
      stopListening();
      stopWatching();
    };
  }, [engine, stores.ui]);
  return refusal;
}
