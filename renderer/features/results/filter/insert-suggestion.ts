import type { CompletionPoint } from '../../../../shared/results/expression/completion-point.ts';

/** The text with the typed part replaced by a suggestion, and the new cursor position. */
export function insertSuggestion(
  text: string,
  { from, to }: Pick<CompletionPoint, 'from' | 'to'>,
  suggestion: string,
): { readonly text: string; readonly cursor: number } {
  const before = text.slice(0, from);
  const rest = text.slice(to).replace(/^ +/, '');
  // No space is needed after an opening parenthesis, or before a closing one or a comma.
  const separator = suggestion === '(' || rest.startsWith(')') || rest.startsWith(',') ? '' : ' ';
  const start = (/^[,).]/.test(suggestion) ? before.trimEnd() : before) + suggestion + separator;
  return { text: start + rest, cursor: start.length };
}
