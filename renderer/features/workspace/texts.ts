import { type CountedKind, formatCarried } from '../../../shared/carried-words.ts';
import { formatBytes, formatCount, formatQuantity, formatTime } from '../../../shared/format.ts';

/** All texts that the room `workspace` shows. */
export const texts = {
  commands: {
    copy: 'Save a copy of the workspace…',
    copyNotStarted: 'The copy was not started.',
    compact: 'Compact the workspace…',
    open: 'Open another workspace…',
    openMissing: 'Open the missing workspace again',
    noneMissing: 'No workspace is missing.',
    missingNotOpened: 'The workspace was not opened.',
    rebuild: 'Rebuild the workspace from raw records…',
    merge: 'Merge reviews of another workspace…',
    exportCase: 'Export a case…',
    importCase: 'Import a case…',
    noWorkspace: 'No workspace is open. Sign in once to create one.',
    readOnly: 'The workspace is open read-only.',
    signInFirst: 'Sign in once first.',
  },
  dialogs: {
    compact: 'Compact the workspace',
    open: 'Open another workspace',
    rebuild: 'Rebuild from raw records',
    exportCase: 'Export a case',
    merge: 'Merge reviews of another workspace',
    importCase: 'Import a case',
  },
  compact: {
    about:
      'The file is rewritten without unused content: free pages, and raw records that newer ones have replaced. The new file is compared with the old one, record by record, before it replaces it.',
    space: (bytes: number) =>
      `The file uses ${formatBytes(bytes)}; up to twice that space is needed in the meantime.`,
    readOnly:
      'Until compacting is done, the workspace can be read but not changed. You can cancel at any time.',
    notStarted: 'Compacting was not started.',
    start: 'Compact',
    cancel: 'Cancel',
  },
  open: {
    about:
      'Running fetches are interrupted; they can be resumed when their workspace is opened again. The choice is saved for this account.',
    notListed: 'The workspaces were not listed.',
    list: 'Workspaces',
    listing: 'Listing workspaces…',
    newWorkspace: 'New workspace',
    newName: 'Name of the new workspace',
    newNameExample: 'Name',
    create: 'Create and open',
    chooseFile: 'Choose a file…',
    cancel: 'Cancel',
    opening: 'Opening the workspace…',
    opened: (title: string) => `${title} is open.`,
    recovering: 'Starting the recovery…',
    creating: 'Creating the workspace…',
    checking: 'Checking the file…',
  },
  file: {
    otherAccount: 'another account’s',
    setAside: 'set aside',
    changed: (at: string) => `changed ${formatTime(at)}`,
    open: 'open',
    openNamed: (title: string) => `Open ${title}`,
    openButton: 'Open',
    stayNamed: (title: string) => `Stay with ${title}`,
    stay: 'Stay with it',
    recoverNamed: (title: string) => `Recover ${title}`,
    recover: 'Recover',
  },
  offered: {
    file: 'File',
    name: 'Name',
    unnamed: 'Unnamed',
    size: 'Size',
    contents: 'Contents',
    schema: 'Schema',
    notAWorkspace: (file: string) => `${file} cannot be opened as a workspace.`,
    notOpened: 'The workspace was not opened.',
    open: 'Open',
    importCase: 'Import into a workspace…',
    recover: 'Recover into a new workspace',
    back: 'Back',
    older:
      'It was written by an older version of Sightline. Opening it upgrades it; older versions can then only read it.',
    newer:
      'It was written by a newer version of Sightline. It can be read, but not changed, until this one is updated.',
  },
  rebuild: {
    about:
      'A new workspace is created from everything that is still readable: raw records are imported again with their original query, time and page, and reviews, areas, orders, drafts, searches and settings are copied. Unreadable records are listed. No file is deleted.',
    label: 'Rebuild',
    openWorkspace: 'The open workspace',
    damagedFile: (file: string) => `${file}, and the workspace created in its place`,
    fileFacts: (bytes: number, changedAt: string) =>
      `${formatBytes(bytes)} · changed ${formatTime(changedAt)}`,
    notStarted: 'The rebuild was not started.',
    start: 'Rebuild',
    cancel: 'Cancel',
  },
  merge: {
    about:
      'Imports verdicts, flags, notes, AIS decisions and their history, statements about places, and corrected meanings of properties, from the other workspace, and with a choice its layers, sites and watch rules. No records are imported, and the other file is not changed. You see a preview before anything is merged.',
    comparing: 'Comparing the reviews…',
    nothingMerged: 'Nothing was merged.',
    choose: 'Choose a workspace…',
    cancel: 'Cancel',
    label: 'Merge reviews',
    noReviews: 'The other workspace has no reviews, and nothing else that is new here.',
    source: {
      name: 'the other workspace',
      label: 'There',
      possessive: 'the other’s',
    },
    unreadable: (entries: number) =>
      `${formatQuantity(entries, 'entry is', 'entries are')} unreadable and will be skipped: changed by another program, or the file is damaged.`,
    items: {
      label: (items: string) => `Also import ${items}`,
      notStarted: 'The layers, sites and rules were not imported.',
      hint: 'Those that this workspace lacks; rules with their areas, saved searches (paused) and findings. The newer content of a layer replaces the one here.',
      newerLayers: (count: number) =>
        formatQuantity(count, 'newer content of a layer', 'newer contents of layers'),
      sites: (count: number) => formatQuantity(count, 'site'),
    },
    start: 'Merge',
    back: 'Back',
    edit: 'merging the reviews of another workspace',
    plan: {
      rowValue: (reviews: number, meaning: string) => `${formatCount(reviews)} · ${meaning}`,
      from: 'From',
      rows: {
        new: { label: 'New', meaning: 'not reviewed here; imported' },
        newer: { label: 'Newer', meaning: 'made there after the one here; imported' },
        conflicts: { label: 'Conflicts', meaning: 'reviewed or decided differently; you decide' },
        older: { label: 'Older', meaning: 'changed here since; skipped' },
        identical: { label: 'Identical', meaning: 'skipped' },
        waiting: { label: 'Waiting', meaning: 'imported reviews whose detections are not fetched yet' },
        decisions: { label: 'AIS decisions', meaning: 'new there, or later there than here; imported' },
        places: {
          label: 'Places',
          meaning: 'stated or withdrawn there, that something is fixed or not; imported',
        },
        corrections: { label: 'Meanings', meaning: 'corrected there, or later there than here; imported' },
        divergedLayers: { label: 'Layers', meaning: 'replaced differently here and there; yours stay' },
      },
    },
    merged: {
      nothing: 'Merged: no review changed; the history of the other workspace was added.',
      imported: (counted: string) => `${counted} imported.`,
      leftOutPlaces: (statements: number) =>
        `${formatCarried('places', statements)} left out, beyond the most that a workspace has.`,
      reviews: (reviews: number) => `Merged: ${formatCarried('reviews', reviews)} imported.`,
      conflicts: (conflicts: number) => `${formatQuantity(conflicts, 'conflict')} resolved.`,
      waiting: (reviews: number) =>
        `${formatQuantity(reviews, 'review waits', 'reviews wait')} for detections.`,
    },
  },
  conflicts: {
    label: 'Conflicting reviews and decisions',
    about: (detections: number, source: string) =>
      `${formatQuantity(detections, 'detection is', 'detections are')} reviewed differently here and in ${source}. Both reviews remain in the history.`,
    decisions: (detections: number, source: string) =>
      `The AIS contact of ${formatQuantity(detections, 'detection is', 'detections is')} decided differently here and in ${source}. Both decisions remain in the history.`,
    places: (places: number, source: string) =>
      `Whether something is fixed at ${formatQuantity(places, 'place')} is stated differently here and in ${source}. The one that is not used is withdrawn.`,
    isFixed: 'is fixed',
    isNotFixed: 'is not fixed',
    placeOf: (analytic: string, position: string) => `${analytic} at ${position}`,
    acceptStatement: (source: string, place: string) => `Use ${source} statement about ${place}`,
    winner: 'Which to keep',
    keepCurrent: 'Keep current',
    acceptAll: (source: string) => `Use those of ${source}`,
    list: 'Conflicts',
    accept: (source: string) => `Use ${source}`,
    acceptReviewOf: (source: string, detection: string) => `Use ${source} review of ${detection}`,
    record: (detection: string, record: string) => `${detection} · record ${record}…`,
    detection: 'Detection of the conflict',
    readingDetection: 'Reading the detection…',
    detectionNotRead: 'The detection cannot be read.',
    notHere: 'This detection is not in the workspace.',
    map: 'Map around the detection. Arrow keys pan, plus and minus zoom.',
    here: (review: string) => `Here: ${review}`,
    more: (detections: number) => `${formatCount(detections)} more are handled the same way.`,
    noVerdict: 'no verdict',
    isContact: (identifier: string) => `AIS contact ${identifier}`,
    noContact: 'none of the AIS contacts',
    undecided: 'AIS contact not decided',
    flagged: 'flagged',
  },
  exportCase: {
    label: 'Export a case',
    about:
      'A workspace of its own, as one GeoPackage: the raw records of these detections, reviews and AIS decisions with their history, areas and saved searches. Another Sightline imports or opens it; QGIS and GDAL open it directly.',
    layers: 'Layers of your own',
    rules: 'Watch rules and their findings',
    rulesHint: 'Rules of the saved searches of these detections.',
    chips: 'Image chips that are on this disk',
    chipsHint: 'Those that are not on this disk are counted.',
    wholeRecords: 'Records are exported whole, including their other detections.',
    download: 'The file can be downloaded once it is written.',
    planning: 'Counting what stays behind…',
    notPlanned: 'It is not known what stays behind.',
    nothingLeft: 'Nothing of this workspace stays behind.',
    notStarted: 'The export was not started.',
    start: 'Export the case',
    cancel: 'Cancel',
    scopes: {
      all: 'everything in the workspace',
      filter: (filter: string) => `detections filtered by ${filter}`,
      selected: (detections: number) => formatQuantity(detections, 'selected detection'),
    },
  },
  importCase: {
    about:
      'A case, or any other workspace file. It is fully checked and its contents are shown before anything is imported; the file is not changed.',
    checking: 'Checking the case…',
    refused: 'The case was refused.',
    choose: 'Choose a case…',
    cancelCheck: 'Cancel the check',
    cancel: 'Cancel',
  },
  offeredCase: {
    label: 'Import the case',
    into: 'Import',
    intoOpen: 'Into the open workspace',
    undone:
      'Imported reviews, corrected meanings, AIS decisions and statements about places can be undone, nothing else.',
    notWritable: 'No writable workspace is open.',
    asNew: 'As a new workspace',
    replacesOpen: 'It replaces the open workspace.',
    name: 'Name',
    source: {
      name: 'the case',
      label: 'Case',
      possessive: 'the case’s',
    },
    nothingImported: 'Nothing was imported.',
    start: 'Import',
    back: 'Back',
  },
  case: {
    marking: 'Marking',
    noCase: 'Not written as a case',
    file: 'File',
    made: 'Exported',
    madeBy: (at: string, user: string) => `${formatTime(at)} by ${user || 'an unnamed user'}`,
    scope: 'Scope',
    contents: 'Contents',
    leftBehind: 'Not in the case',
    leftBehindParts: (parts: readonly string[]) => parts.join(', ') || 'nothing of its workspace',
    queries: 'Queries',
    queryCount: (queries: number) => formatQuantity(queries, 'query', 'queries'),
    processors: 'Processors',
    sightline: 'Sightline',
    countOf: (kind: CountedKind, count: number, missingChips: number) =>
      kind === 'chips' && missingChips > 0
        ? `${formatCarried(kind, count)}, ${formatCount(missingChips)} missing`
        : formatCarried(kind, count),
    reviews: {
      kinds: {
        new: 'new',
        newer: 'newer than here',
        same: 'identical',
        older: 'older than here',
        conflict: 'conflicting',
      },
      none: 'It has no reviews.',
      list: (counts: string) => `Reviews: ${counts}.`,
    },
    newerLayers: (count: number) =>
      count === 1
        ? 'The newer content of 1 layer replaces the one here.'
        : `The newer contents of ${formatCount(count)} layers replace those here.`,
    divergedLayers: (count: number) =>
      count === 1
        ? '1 layer was replaced differently here, which stays.'
        : `${formatCount(count)} layers were replaced differently here, which stay.`,
  },
  openedFile: {
    notOpened: 'The file was not opened.',
    signInFirst: (file: string) => `Sign in once, then open ${file} again.`,
    closeDialogFirst: (file: string) => `Close the dialog, then open ${file} again.`,
  },
} as const;
