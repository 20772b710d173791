import type { CompletionPoint } from '../../../../shared/results/expression/completion-point.ts';

/** The text with a suggestion in the place of what was typed, and where the cursor stands then. */
export function putSuggestion(
  text: string,
  { from, to }: Pick<CompletionPoint, 'from' | 'to'>,
  suggestion: string,
): { readonly text: string; readonly cursor: number } {
  const before = text.slice(0, from);
  const rest = text.slice(to).replace(/^ +/, '');
  // A parenthesis or comma needs no gap behind or before it.
  const gap = suggestion === '(' || rest.startsWith(')') || rest.startsWith(',') ? '' : ' ';
  const start = (suggestion === ',' || suggestion === ')' ? before.trimEnd() : before) + suggestion + gap;
  return { text: start + rest, cursor: start.length };
}
