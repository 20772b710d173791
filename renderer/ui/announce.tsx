import { VisuallyHidden } from '@mantine/core';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

type Announcement = { readonly text: string /** Differs for each announcement. */; readonly count: number };

const announcements = createStore<Announcement>(() => ({ text: '', count: 0 }));

/** Announces a text to screen readers, after what they are reading now. */
export function announce(text: string): void {
  announcements.setState(({ count }) => ({ text, count: count + 1 }));
}

/** The live region of `announce`; the page has one. */
export function LiveRegion() {
  const { text, count } = useStore(announcements);
  return (
    <VisuallyHidden role="status" aria-label="Announcements">
      {/* A new element, so that the same text is announced again. */}
      <span key={count}>{text}</span>
    </VisuallyHidden>
  );
}
