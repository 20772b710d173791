import { cutText } from './cut-text.ts';
import { escapeControls } from './printable-text.ts';

const maxCharacters = 60;

/**
 * Describes an untrusted value for a message: as JSON, shortened. Non-empty lists and objects are only named, because
 * hostile nesting could overflow the stack.
 */
export function describeValue(value: unknown): string {
  const text = isNonEmptyObject(value) ? nameOf(value) : escapeControls(JSON.stringify(value) ?? 'none');
  return cutText(text, maxCharacters + 1);
}

function isNonEmptyObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function nameOf(value: object): string {
  return Array.isArray(value) ? 'a list' : 'an object';
}
