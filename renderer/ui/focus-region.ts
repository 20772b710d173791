/** The parts of the page that a key can bring the focus to; each carries `data-region`. */
export type RegionName = 'side' | 'table' | 'inspector' | 'filter';

const focusable = 'input, select, textarea, button, a[href], [tabindex="0"]';

/**
 * Focuses the region itself where it can take the focus, else the first thing in it that can. What has just been
 * opened, or changes its content, is focused again once it has been drawn.
 */
export function focusRegion(name: RegionName): void {
  focusNow(name);
  requestAnimationFrame(() => focusNow(name));
}

function focusNow(name: RegionName): void {
  const region = document.querySelector<HTMLElement>(`[data-region="${name}"]`);
  const target = region?.hasAttribute('tabindex') ? region : region?.querySelector<HTMLElement>(focusable);
  target?.focus();
}
