import type { ReportCell, ReportTable } from './report-document.ts';

/** Letters of average width in a line of a table across a page of A4, at 7.5 points. */
const lineLength = 122;
/** Characters that the margins of a cell are as wide as. */
const margins = 2;
/** Width of a bold letter of a heading, of another one. */
const boldWidth = 1.15;
/** Characters of a word from which it may be broken, such as an id. */
const longWord = 20;
/** Characters in a line of a long text. */
const longLine = 30;
/** Characters that an image is as wide as. */
const imageWidth = 12;

/** The share of the width of a table for each column, so that few words are broken and rows are low; together 1. */
export function columnShares({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>): readonly number[] {
  const sized = columns.map((column, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    const heading = Math.max(5, boldWidth * longestWord(column));
    const least = margins + cells.reduce<number>((most, cell) => Math.max(most, widthOf(cell)), heading);
    return { least, more: Math.max(0, margins + Math.min(longLine, 0.55 * meanLength(cells)) - least) };
  });
  const [least, more] = [sumOf(sized.map((one) => one.least)), sumOf(sized.map((one) => one.more))];
  // What single words leave is for long texts.
  const part = more === 0 ? 0 : Math.min(1, Math.max(0, lineLength - least) / more);
  return sized.map((one) => (one.least + part * one.more) / (least + part * more));
}

function widthOf(cell: ReportCell): number {
  return typeof cell === 'string' ? longestWord(cell) : imageWidth;
}

function longestWord(text: string): number {
  return text.split(' ').reduce((most, word) => Math.max(most, Math.min(word.length, longWord)), 0);
}

function meanLength(cells: readonly ReportCell[]): number {
  const texts = cells.filter((cell) => typeof cell === 'string');
  return sumOf(texts.map(({ length }) => length)) / Math.max(1, texts.length);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
