import type { ExportPurpose } from '../../../shared/exchange/export-format.ts';
import { formatCount, formatQuantity } from '../../../shared/format.ts';
import type { ReportKind } from '../../../shared/reports/report-kind.ts';
import type { SiteCount } from '../../../shared/sites/site-series.ts';
import type { ScopeChoice } from '../../context/use-export-scopes.ts';

const reportKinds: Readonly<Record<ReportKind, string>> = {
  pass: 'Detections by pass',
  detection: 'Detection cards, a page for each',
  site: 'Site: its passes, what is usual, and gaps',
  ais: 'AIS: what files let infer, by pass',
  watch: 'Watch digest: the inbox and its rules',
};

const countedOf: Readonly<Record<SiteCount, string>> = {
  all: 'All detections',
  confirmed: 'Confirmed only',
};

/** All texts that the room `export` shows. */
export const texts = {
  commands: {
    export: 'Export detections',
    exportReviewed: 'Export the reviewed detections',
    report: 'Make a report',
    reportShown: 'Make a report of what is shown',
    card: 'Make a card of the detection',
    selectFirst: 'Select a detection first, on the map or in the table.',
  },
  dialog: {
    title: 'Export detections',
  },
  handOn: {
    title: 'Hand on',
    label: 'Hand on as',
    lastUsed: 'Last used',
    purposes: {
      reader: 'For a reader',
      tool: 'For a tool',
      training: 'For training',
    } satisfies Readonly<Record<ExportPurpose, string>>,
    more: (formats: number) => `${formats} more…`,
    counting: 'Counting what goes out…',
    nothing: 'Nothing to hand on',
    nothingHint: 'No detection matches the filter.',
    /** `What goes out: 28 detections, near Busan · confirmed.` */
    goesOut: ({ kind, size, remark }: Pick<ScopeChoice, 'kind' | 'size' | 'remark'>) => {
      const what = { all: 'all on this disk', ids: 'those selected', filter: remark ?? '' }[kind];
      return `What goes out: ${formatQuantity(size, 'detection')}, ${what}.`;
    },
    /** With an ellipsis where the dialog opens before. */
    write: (
      format: string,
      detections: number,
      { isReport, isDirect }: { readonly isReport: boolean; readonly isDirect: boolean },
    ) =>
      `${isReport ? 'Write the report' : `Export ${format}`} · ${formatCount(detections)}${isDirect ? '' : '…'}`,
    options: 'Options…',
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
    exportReport: 'Export the report',
    cancel: 'Cancel',
  },
  report: {
    map: (detections: number) => `Map with ${formatQuantity(detections, 'detection')}.`,
    mapIncomplete: 'A part of the background was not loaded.',
    preview: 'Preview of the report',
    previewing: 'Making the report…',
    notPreviewed: 'There is no preview.',
    savePdf: 'Save as PDF…',
    pdfSaved: (path: string) => `The report was written to ${path}.`,
    noPdf: 'The report was not written as PDF.',
    pdfByBrowser:
      'For a PDF, export the report as HTML, open it and print it: the browser’s dialog saves it as PDF.',
    back: 'Back',
    editor: 'Template of a report',
    unnamed: 'Unnamed',
    name: 'Name of the template',
    title: 'Title of the report',
    placeholders: 'May have {workspace}, {date}, {detections}, {passes} and {conditions}',
    sections: 'Sections',
    gapsFirst: 'The answer, and what it does not cover, is always stated first.',
    sectionNames: {
      map: 'Map',
      chart: 'Chart of detections by pass',
      passes: 'Passes',
      detections: 'Detections of each pass',
      method: 'Method',
      evidence: 'Evidence: records',
    },
    up: (section: string) => `Move ${section} up`,
    down: (section: string) => `Move ${section} down`,
    properties: 'Further columns of detections',
    propertiesHint: 'Properties by their names in the records',
    chooseLogo: 'Choose a logo…',
    logoHint: 'PNG, at most 1 MB',
    logoTooLarge: 'A logo has at most 1 MB. Choose a smaller image.',
    removeLogo: 'Remove the logo',
    notSaved: 'The template was not saved.',
    save: 'Save the template',
    remove: 'Remove',
    removeNow: 'Remove for good',
  },
  options: {
    reviews: 'Verdicts, flags and notes as properties',
    places: 'Place (the nearest named port within 25 nm) as a property',
    presence: 'Presence at the same place in several passes as properties',
    layerFields: (columns: readonly string[]) =>
      `Columns of the table about layers (${columns.join(', ')}), with date, license and accuracy of the layer`,
    footprintsInFile: 'Sensor footprints in the same file',
    footprintsInSecondFile: 'Sensor footprints as a second file',
    passes: 'Passes with their results as a layer, also those with none found',
    qgisProject: 'QGIS project with this view of the map, as a second file',
    byteOrderMark: 'Byte order mark (for Excel to detect UTF-8)',
    separator: 'Separator',
    separators: { comma: 'Comma', semicolon: 'Semicolon', tab: 'Tab' },
    decimal: 'Decimal sign',
    decimals: { point: 'Point (1.5)', comma: 'Comma (1,5), with another separator' },
    chips: {
      label: 'Image chips',
      none: 'None',
      cached: 'Cached chips, as a ZIP file',
      all: 'All chips (missing ones are fetched first), as a ZIP file',
      cachedInFile: 'Cached chips, in the file',
      allInFile: 'All chips (missing ones are fetched first), in the file',
    },
    reportKind: 'Report',
    reportKinds,
    site: 'Site',
    noSite: 'Choose an area',
    noAreas: 'The workspace has no area. Draw or import one first.',
    siteFirst: 'The report can be previewed and exported once a site is chosen.',
    counted: 'Count',
    grouping: 'Compare by',
    countedOf,
    templateOf: 'A template’s sections and columns are those of a report by pass.',
    reportTitle: 'Title',
    reportTitleExample: 'Such as Large vessels off Busan',
    template: 'Template',
    standardTemplate: 'Standard',
    newTemplate: 'New template…',
    editTemplate: 'Edit…',
    preview: 'Preview…',
    allProperties: 'All feature properties',
    properties: 'Properties',
    noProperties: 'No feature properties',
  },
} as const;
