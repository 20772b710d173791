import type { QueryTextProblem } from '../../../shared/results/query-text-problem.ts';

/** How much of a line is shown around the place. */
const mostBefore = 50;
const mostAfter = 40;

/** The line that a problem stands in, cut around it, and a line of carets to be shown below it in the same font. */
export function caretLine(
  text: string,
  { start, end, column }: Pick<QueryTextProblem, 'start' | 'end' | 'column'>,
): { readonly line: string; readonly caret: string } {
  const lineStart = start - (column - 1);
  const [whole = ''] = text.slice(lineStart).split(/[\r\n]/, 1);
  const from = Math.max(0, column - 1 - mostBefore);
  const to = Math.min(whole.length, column - 1 + mostAfter);
  const before = from > 0 ? '…' : '';
  const length = Math.max(1, Math.min(end, lineStart + to) - start);
  return {
    line: `${before}${whole.slice(from, to).replaceAll('\t', ' ')}${to < whole.length ? '…' : ''}`,
    caret: `${' '.repeat(before.length + column - 1 - from)}${'^'.repeat(length)}`,
  };
}
