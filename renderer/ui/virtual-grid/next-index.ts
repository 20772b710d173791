/** The index to which a key moves the cursor of a list; null if the key does not move it. */
export function nextIndex(
  key: string,
  cursor: number | null,
  total: number,
  /** Number of rows by which Page Up and Page Down move. */
  pageStep: number,
): number | null {
  const at = cursor ?? -1;
  const clamp = (index: number) => Math.min(total - 1, Math.max(0, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(at + 1);
    case 'ArrowUp':
      return clamp(at - 1);
    case 'PageDown':
      return clamp(at + pageStep);
    case 'PageUp':
      return clamp(at - pageStep);
    case 'Home':
      return 0;
    case 'End':
      return total - 1;
    default:
      return null;
  }
}
