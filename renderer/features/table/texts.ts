import { formatCount, formatQuantity } from '../../../shared/format.ts';

/** All texts that the room `table` shows. */
export const texts = {
  commands: {
    showTimeline: 'Show the timeline',
    showStatistics: 'Show statistics',
    showRecords: 'Show the records, including those without detections',
    showChips: 'Show the chips as a grid',
    selectFiltered: 'Select all filtered detections',
    invertSelection: 'Invert the selection within the filter',
    copyRows: 'Copy selected rows',
    selectRowsFirst: 'Select rows in the table first.',
    goToRow: 'Go to a row of the table',
    filterToExtent: 'Filter to the current extent (fixed)',
    noMap: 'The map is not shown.',
  },
  copied: {
    denied: 'Clipboard access was denied. Export the rows instead.',
    first: (copied: number, selected: number) =>
      `The first ${formatCount(copied)} of ${formatCount(selected)} rows were copied. Export to get all of them.`,
    all: (rows: number) => `${formatQuantity(rows, 'row')} copied.`,
    layers: 'Layers',
  },
  grid: {
    counting: 'Counting…',
    sorting: (column: string) => `Sorting by ${column}…`,
    cancelSort: 'Cancel',
    label: 'Detections',
    rowNotSelected: 'The row was not selected.',
    rowsNotSelected: 'The rows were not selected.',
    tooManyRows: (max: number) =>
      `At most ${formatCount(max)} rows can be selected at once. To select more, apply a filter and press Ctrl A.`,
  },
  cells: {
    yes: 'Yes',
    no: 'No',
    notFetched: 'not fetched',
    confirmed: 'Confirmed',
    rejected: 'Rejected',
    unsure: 'Unsure',
    unreviewed: 'Unreviewed',
    notSaved: (review: string) => `Not saved: ${review}`,
    flagged: 'Flagged',
    noChip: 'No chip',
  },
  cellMenu: {
    label: (column: string, id: number) => `${column} of detection ${id}`,
    noValue: 'no value',
    filter: 'Filter by this value',
    exclude: 'Exclude this value',
    onlyRecord: 'Filter by this record',
    statistics: 'Statistics of this column',
    copyValue: 'Copy value',
    copyRows: 'Copy rows',
    copyRowsAs: (format: string) => `Copy rows as ${format}`,
    selectFiltered: 'Select all filtered detections',
    invertSelection: 'Invert the selection within the filter',
  },
  columns: {
    label: 'Columns',
    find: 'Find a column',
    findExample: 'Find a column…',
    reset: 'Reset to defaults',
    moveLeft: (column: string) => `Move ${column} to the left`,
    moveRight: (column: string) => `Move ${column} to the right`,
  },
  goToRow: {
    button: 'Go to a row',
    buttonHint: 'Go to a row (G)',
    field: 'Row number, or # and a detection ID',
    example: '500,000 or #20934',
    notANumber: (typed: string) =>
      `“${typed}” is not a row number. Enter one such as 500,000, or # and an ID such as #20934.`,
    tooLarge: (rows: number) => `There are ${formatCount(rows)} rows. Enter a number up to that.`,
    notInFilter: (id: number) => `No filtered detection has the ID ${id}.`,
  },
  header: {
    confidence: 'Conf.',
    hint: (title: string, unit: string | null) =>
      `${unit === null ? title : `${title}, ${unit}`}: click to sort. Alt ← → moves the column, Alt Shift ← → changes its width.`,
  },
} as const;
