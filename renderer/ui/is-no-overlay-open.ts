/** Whether no dialog, menu or list is open; an open one handles its keys itself. */
export function isNoOverlayOpen(): boolean {
  const openable = document.querySelectorAll(
    '[data-portal] :is([role="dialog"], [role="menu"], [role="listbox"])',
  );
  // Mantine keeps closed lists in the page, hidden.
  return [...openable].every((element) => !element.checkVisibility());
}
