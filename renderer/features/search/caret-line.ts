import type { QueryTextProblem } from '../../../shared/results/query-text-problem.ts';

/** How many characters of a line are shown around the position. */
const maxBefore = 50;
const maxAfter = 40;

/** The line that contains a problem, truncated around it, and a line of carets to show below it in the same font. */
export function caretLine(
  text: string,
  { start, end, column }: Pick<QueryTextProblem, 'start' | 'end' | 'column'>,
): { readonly line: string; readonly caret: string } {
  const lineStart = start - (column - 1);
  const [whole = ''] = text.slice(lineStart).split(/[\r\n]/, 1);
  const from = Math.max(0, column - 1 - maxBefore);
  const to = Math.min(whole.length, column - 1 + maxAfter);
  const before = from > 0 ? '…' : '';
  const length = Math.max(1, Math.min(end, lineStart + to) - start);
  return {
    line: `${before}${whole.slice(from, to).replaceAll('\t', ' ')}${to < whole.length ? '…' : ''}`,
    caret: `${' '.repeat(before.length + column - 1 - from)}${'^'.repeat(length)}`,
  };
}
