import type { ReportCell, ReportTable } from './report-document.ts';

/** Characters of a word from which it may be broken, such as an id. */
const longWord = 20;
/** Characters in a line of a long text. */
const longLine = 30;
/** Characters that an image is as wide as. */
const imageWidth = 12;

/** How much of the width of a table each column has, so that few words are broken and rows are low; together 1. */
export function columnShares({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): readonly number[] {
  const needed = columns.map((column, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    // Headings are bold; a cell has margins of about two characters.
    const least = Math.max(5, 1.25 * longestWord(column), Math.min(longLine, meanLength(cells) / 2));
    return (
      2 +
      cells.reduce<number>(
        (most, cell) => Math.max(most, typeof cell === 'string' ? longestWord(cell) : imageWidth),
        least,
      )
    );
  });
  const all = needed.reduce((sum, length) => sum + length, 0);
  return needed.map((length) => length / all);
}

function longestWord(text: string): number {
  return text.split(' ').reduce((most, word) => Math.max(most, Math.min(word.length, longWord)), 0);
}

function meanLength(cells: readonly ReportCell[]): number {
  const texts = cells.filter((cell) => typeof cell === 'string');
  return texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length);
}
