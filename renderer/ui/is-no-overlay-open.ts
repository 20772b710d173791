/** Whether no dialog, menu or list is open; one that is has keys of its own. */
export function isNothingOpen(): boolean {
  const openable = document.querySelectorAll(
    '[data-portal] :is([role="dialog"], [role="menu"], [role="listbox"])',
  );
  // Mantine keeps closed lists in the page, hidden.
  return [...openable].every((element) => !element.checkVisibility());
}
