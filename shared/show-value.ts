const shownCharacters = 60;

/**
 * A value from outside as JSON, cut to a few characters, for a message. Lists and objects with anything in them are
 * only named: hostile nesting would use up the stack.
 */
export function showValue(value: unknown): string {
  const text = isFilled(value) ? nameOf(value) : (JSON.stringify(value) ?? 'none');
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

function isFilled(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function nameOf(value: object): string {
  return Array.isArray(value) ? 'a list' : 'an object';
}
