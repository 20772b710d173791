/** The regions of the page that a key can move the focus to; each has `data-region`. */
export type RegionName = 'side' | 'table' | 'inspector' | 'filter-fields' | 'jobs' | 'jobs-button';

const focusable = 'input, select, textarea, button, a[href], [tabindex="0"]';

/**
 * Focuses the region itself if it is focusable, else the first focusable element in it. Runs again after the next
 * frame, for a region that has just been opened or changes its content, unless the user has moved the focus meanwhile:
 * a frame can take long on a busy machine.
 */
export function focusRegion(name: RegionName): void {
  focusNow(name);
  const focused = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    // An element that is removed loses the focus to the body.
    if (now === focused || now === document.body) focusNow(name);
  });
}

function focusNow(name: RegionName): void {
  const region = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
  const target = region?.hasAttribute('tabindex') ? region : region?.querySelector<HTMLElement>(focusable);
  target?.focus();
}
