import { focusRegion, type RegionName } from '../ui/focus-region.ts';

/** After this time a closed dialog has returned the focus itself, in milliseconds. */
const returnDelayMs = 100;

/**
 * Moves the focus to the region of a focused element that is removed, such as the button of a deleted row. Otherwise
 * Tab would start at the top of the page. An element of a dialog counts as in the region that had the focus before.
 */
export function keepFocus(page: Document): void {
  let focused: Element | null = null;
  let region: RegionName = 'map';
  const isLost = () => page.activeElement === page.body && focused !== null && !focused.isConnected;
  page.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    focused = target;
    const name = target.closest<HTMLElement>('[data-region]')?.dataset.region;
    if (name !== undefined) region = name as RegionName;
  });
  new MutationObserver(() => {
    if (!isLost()) return;
    setTimeout(() => {
      if (!isLost()) return;
      focusRegion(isRegionShown(page, region) ? region : 'map');
    }, returnDelayMs);
  }).observe(page.body, { childList: true, subtree: true });
}

function isRegionShown(page: Document, region: RegionName): boolean {
  const element = page.querySelector(`[data-region="${region}"]`);
  return element?.checkVisibility({ visibilityProperty: true }) ?? false;
}
