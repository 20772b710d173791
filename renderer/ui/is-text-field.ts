/** Types of `input` in which no text is typed. */
const otherTypes: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** Whether text can be typed into an element, so that undo there is the field's own. */
export function isTextField(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  if (element instanceof HTMLInputElement) return !element.readOnly && !otherTypes.has(element.type);
  return element instanceof HTMLElement && element.isContentEditable;
}
