/** The regions of the page that a key can move the focus to; each has `data-region`. */
export type RegionName =
  | (typeof cycle)[number]
  | 'table'
  | 'filter-fields'
  | 'jobs'
  | 'jobs-button'
  | 'fetches';

/** The regions of the page in the order in which F6 goes through them. */
const cycle = [
  'header',
  'rail',
  'side',
  'show',
  'map',
  'review',
  'dock',
  'inspector',
  'status',
  'tour',
] as const;

const focusable =
  ':is(input, select, textarea, button, a[href]):not([tabindex="-1"], :disabled), [tabindex="0"]';

/** Waits for a region whose code is still loading; the request before is dropped by the next one. */
let waiting: MutationObserver | undefined;

/**
 * Focuses the region itself if it is focusable, else the first focusable element in it. Runs again after the next
 * frame, for a region that has just been opened or changes its content. One that still loads is focused once it is
 * there. Not when the user has moved the focus: a frame can take long on a busy machine.
 */
export function focusRegion(name: RegionName): void {
  waiting?.disconnect();
  focusNow(name);
  const focused = document.activeElement;
  // An element that is removed loses the focus to the body.
  const isUnmoved = () => document.activeElement === focused || document.activeElement === document.body;
  requestAnimationFrame(() => {
    if (!isUnmoved()) return;
    if (regionOf(name)) return focusNow(name);
    const observer = new MutationObserver(() => {
      if (isUnmoved() && !regionOf(name)) return;
      observer.disconnect();
      if (isUnmoved()) focusNow(name);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    waiting = observer;
  });
}

/** Whether the focus is in a region. */
export function isFocusIn(name: RegionName): boolean {
  return regionOf(name)?.contains(document.activeElement) ?? false;
}

/** Moves the focus to the next (1) or previous (-1) visible region, from the last to the first. */
export function focusNextRegion(step: 1 | -1): void {
  const visible = cycle.filter((name) => regionOf(name)?.checkVisibility({ visibilityProperty: true }));
  const at = visible.findIndex(isFocusIn);
  const next = visible.at(at === -1 ? (step === 1 ? 0 : -1) : (at + step) % visible.length);
  if (next) focusNow(next);
}

function regionOf(name: RegionName): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-region="${name}"]`);
}

function focusNow(name: RegionName): void {
  const region = regionOf(name);
  const target = region?.hasAttribute('tabindex') ? region : region?.querySelector<HTMLElement>(focusable);
  target?.focus();
}
