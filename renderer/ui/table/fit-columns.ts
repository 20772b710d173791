/** CSS grid tracks of a grid's columns, and their minimum total width. */
export type GridTracks = { readonly template: string; readonly minWidth: number };

/** A column of a grid that leaves columns out where it is too narrow. */
export type FittedColumn = {
  /** The minimum width in CSS pixels. */
  readonly width: number;
  /** The maximum width in CSS pixels; without it the columns share what is left by their widths. */
  readonly maxWidth?: number;
  /** Columns are left out by this number, 1 first; a column without it always stays. */
  readonly dropOrder?: number;
};

/** The inner padding of a row, CSS pixels. */
const rowPadding = 10;

/** The columns that fit into a width in CSS pixels without scrolling, and their tracks. 0 is a width not known yet. */
export function fitColumns<Column extends FittedColumn>(
  columns: readonly Column[],
  width: number,
): { readonly columns: readonly Column[]; readonly tracks: GridTracks } {
  const turns = columns.flatMap(({ dropOrder }) => dropOrder ?? []).sort((one, other) => one - other);
  let fitting = columns;
  for (const turn of turns) {
    if (width === 0 || widthOf(fitting) <= width) break;
    fitting = fitting.filter(({ dropOrder }) => dropOrder !== turn);
  }
  return {
    columns: fitting,
    tracks: {
      template: fitting
        .map(
          ({ width: least, maxWidth }) => `minmax(${least}px, ${maxWidth ? `${maxWidth}px` : `${least}fr`})`,
        )
        .join(' '),
      minWidth: widthOf(fitting),
    },
  };
}

function widthOf(columns: readonly FittedColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, rowPadding);
}
