import { formatQuantity } from '../../../shared/format.ts';

/** All texts that the room `export` shows. */
export const texts = {
  commands: {
    export: 'Export detections',
    exportReviewed: 'Export the reviewed detections',
  },
  dialog: {
    title: 'Export detections',
  },
  form: {
    label: 'Export',
    format: 'Format',
    asCase: 'Case, a workspace for another analyst…',
    include: 'Include',
    destination: {
      download: 'The files can be downloaded once they are written.',
      file: 'You choose the location next; additional files are saved beside it.',
    },
    marked: (marking: string) => `Marked “${marking}”.`,
    notStarted: 'The export was not started.',
    exportDetections: (detections: number) => `Export ${formatQuantity(detections, 'detection')}`,
    exportRecordsOf: (detections: number) =>
      `Export the records of ${formatQuantity(detections, 'detection')}`,
    cancel: 'Cancel',
  },
  options: {
    reviews: 'Verdicts, flags and notes as properties',
    places: 'Place (the nearest named port within 25 nm) as a property',
    footprintsInFile: 'Sensor footprints in the same file',
    footprintsInSecondFile: 'Sensor footprints as a second file',
    passes: 'Passes with their results as a layer, also those with none found',
    qgisProject: 'QGIS project with this view of the map, as a second file',
    byteOrderMark: 'Byte order mark (for Excel to detect UTF-8)',
    chips: {
      label: 'Image chips',
      none: 'None',
      cached: 'Cached chips, as a ZIP file',
      all: 'All chips (missing ones are fetched first), as a ZIP file',
      cachedInFile: 'Cached chips, in the file',
      allInFile: 'All chips (missing ones are fetched first), in the file',
    },
    reportTitle: 'Title',
    reportTitleExample: 'Such as Large vessels off Busan',
    allProperties: 'All feature properties',
    properties: 'Properties',
    noProperties: 'No feature properties',
  },
} as const;
