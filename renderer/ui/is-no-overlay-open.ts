/** Whether no dialog, menu or list is open; an open one handles its keys itself. */
export function isNoOverlayOpen(): boolean {
  return !isAnyVisible('[data-portal] :is([role="dialog"], [role="menu"], [role="listbox"])');
}

/** Whether no dialog is open that covers the rest of the page. */
export function isNoModalOpen(): boolean {
  return !isAnyVisible('[data-portal] [aria-modal="true"]');
}

function isAnyVisible(selector: string): boolean {
  // Mantine keeps closed ones in the page, hidden.
  return [...document.querySelectorAll(selector)].some((element) => element.checkVisibility());
}
