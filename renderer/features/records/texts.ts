import { formatCount, formatQuantity } from '../../../shared/format.ts';

/** All texts that the room `records` shows. */
export const texts = {
  commands: {
    show: 'Show the record',
  },
  controls: {
    label: 'Records',
    all: 'All',
    withDetections: 'With detections',
    nothingFound: 'Imaged, nothing found',
    find: 'Find records by ID, analytic, product or sensor',
    findExample: 'Find…',
    mapped: (footprints: number) => `${formatQuantity(footprints, 'footprint')} on the map`,
    unmap: 'Remove the footprints from the map',
    mapAll: 'Map all footprints',
  },
  list: {
    loading: 'Loading…',
    label: 'Records',
    noMatch: 'No matching records',
    allHaveDetections: 'Every record that was fetched completely has detections.',
    noMatchHint: 'No record matches the search above and the Show bar.',
  },
  columns: {
    uploaded: 'Uploaded (UTC)',
    collected: 'Collected (UTC)',
    analytic: 'Analytic',
    region: 'Region',
    sensor: 'Sensor',
    detections: 'Detections',
    problems: 'Problems',
    product: 'Product',
    record: 'Record',
  },
  cells: {
    showInTable: 'Show in the table',
    notRequested: 'Not requested',
    unreadable: 'Unreadable',
    nothingFound: 'Nothing found',
    problems: (problems: number) => formatQuantity(problems, 'problem'),
  },
  footprints: {
    noneOfRecord: 'This record has no footprint that can be drawn.',
    noneOfList: 'None of these records has a footprint that can be drawn.',
    onlySome: (shown: number, total: number) =>
      `The map shows the footprints of the first ${formatCount(shown)} of ${formatCount(total)} records. Narrow the list to see others.`,
    notShown: 'The footprints could not be shown.',
    oneNotShown: 'The footprint could not be shown.',
  },
} as const;
