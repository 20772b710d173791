import { useEffect, useState } from 'react';
import { preloadLazyComponents } from '../ui/lazy-component.tsx';

/** A busy page does without the rest of its code for so long at most. */
const maxWaitMs = 2000;

/** Whether the page has had a free moment since it was first drawn. In that moment it begins to load the rest of its code. */
export function useFirstIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    const handle = requestIdleCallback(
      () => {
        setIdle(true);
        void preloadLazyComponents();
      },
      { timeout: maxWaitMs },
    );
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
