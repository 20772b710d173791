import { coverageNames } from '../../../shared/ais/ais-outcome.ts';
import {
  contactKindTexts,
  doubtText,
  noContactText,
  notComparableTexts,
} from '../../../shared/ais/ais-texts.ts';
import type { FileCover } from '../../../shared/ais/file-cover.ts';
import { matchingRule } from '../../../shared/ais/matching-rule.ts';
import type { MatchCandidate, NotComparable } from '../../../shared/ais/pass-matches.ts';
import type { AisField, AisPublisher, AisSpeedUnit } from '../../../shared/ais/read/ais-columns.ts';
import type { AisTimeForm } from '../../../shared/ais/read/report-times.ts';
import { formatBytes, formatCount, formatQuantity } from '../../../shared/format.ts';

const fields: Readonly<Record<AisField, string>> = {
  identifier: 'Identifier (MMSI)',
  time: 'Time (UTC)',
  date: 'Date, where times have none',
  longitude: 'Longitude',
  latitude: 'Latitude',
  speed: 'Speed over ground',
  course: 'Course over ground',
  heading: 'Heading',
  name: 'Name',
  imo: 'IMO number',
  callSign: 'Call sign',
  type: 'Type of ship',
  transponder: 'Class of transponder',
  length: 'Length (m)',
  width: 'Width (m)',
  toBow: 'Antenna to bow (m)',
  toStern: 'Antenna to stern (m)',
  toPort: 'Antenna to port (m)',
  toStarboard: 'Antenna to starboard (m)',
  latitudeLongitude: 'Both coordinates, latitude first',
  longitudeLatitude: 'Both coordinates, longitude first',
  northSouth: 'N or S of the latitude',
  eastWest: 'E or W of the longitude',
  year: 'Year, where times have none',
  month: 'Month',
  day: 'Day of the month',
  hour: 'Hour',
  minute: 'Minute',
  second: 'Second',
};

const timeForms: Readonly<Record<AisTimeForm, string>> = {
  iso: '2026-05-03 09:31:05',
  'short-year-first': '26/05/03 (3 May)',
  'day-first': '03/05/2026 (3 May)',
  'month-first': '05/03/2026 (3 May)',
  'year-day-month': '2026/03/05 (3 May)',
  seconds: 'Seconds since 1970',
  milliseconds: 'Milliseconds since 1970',
  microseconds: 'Microseconds since 1970',
  nanoseconds: 'Nanoseconds since 1970',
  'spreadsheet-days': 'Days of a spreadsheet',
};

const speedUnits: Readonly<Record<AisSpeedUnit, string>> = {
  knots: 'kn',
  tenths: '0.1 kn',
  'meters-per-second': 'm/s',
  'kilometers-per-hour': 'km/h',
};

/** The texts of AIS files and matches. */
export const texts = {
  title: 'AIS',
  imported: {
    edit: (decisions: number) => `importing ${formatQuantity(decisions, 'AIS decision')}`,
    message: (decisions: number) =>
      `${formatQuantity(decisions, 'AIS decision was', 'AIS decisions were')} imported.`,
  },
  commands: {
    show: 'Show AIS',
    import: 'Import AIS reports…',
    importFolder: 'Import AIS reports from a folder…',
    packFolder: 'In a browser, pack the folder as a ZIP file, and import that.',
    next: 'Go to the next AIS match to decide',
    noWorkspace: 'Open a workspace first.',
    noneLeft: 'No match is left to decide.',
  },
  view: {
    loading: 'Loading matches…',
    none: {
      title: 'No AIS file',
      hint: 'Import AIS reports as CSV or raw messages (NMEA 0183). The contacts around each image are then compared with its detections.',
    },
    files: 'Files',
    passes: 'Passes',
    report: 'Report…',
    follows: 'New files in it are read as they appear.',
    unfollow: 'Stop',
    unfollowFolder: (name: string) => `Stop reading new files of ${name}`,
    notUnfollowed: 'Its new files are still read.',
    removeFile: (name: string) => `Remove ${name}`,
    removeQuestion: (name: string) =>
      `Remove “${name}”, its contacts and its index? Decisions stay. The file can be imported again.`,
    remove: 'Remove',
    cancel: 'Cancel',
    notRemoved: 'The file was not removed.',
    undecided: (count: number) => `Decide ${formatCount(count)}`,
    noPasses: 'No image of the workspace was taken within an hour of the reports.',
    noTimes: 'No report with a position has a time, so they are compared with no image.',
    columns: {
      time: 'Pass',
      known: 'Known',
      toDecide: 'To decide',
      withoutContact: 'Without a contact',
      unknown: 'Unknown',
      notComparable: 'Not comparable',
      notSeen: 'Ships not seen',
      cover: 'Files cover place and time',
    },
    show: (time: string) => `Show the contacts of ${time} on the map, and those not seen`,
    unknownCount: 'unknown',
    due: 'is about to be matched',
    unread:
      'Unknown: fetched after the file was read, of which only reports around earlier images were saved.',
    readAgain: (name: string) => `Read ${name} again…`,
    others: {
      uncovered: (images: string) =>
        `The files have reports of the time of ${images}, but none inside or near a detection: nothing is known there.`,
      show: 'List them',
      hide: 'List them no more',
      withoutFile: (images: string) =>
        `No file has reports of the time of ${images}: nothing is known there.`,
      notComparable: (images: string) => `${images} without a time or footprint: not comparable.`,
    },
    listed: (heading: string, contacts: number) => `${heading} · ${formatCount(contacts)}`,
    notSeen: (time: string) => `Ships of ${time} that were not seen`,
    notSeenHint:
      'In the image by their expected position, at least 1 km from land, and long enough for the analytic. A contact may lie next to another ship.',
    noneNotSeen: 'None.',
    notSeenUnknown: 'Unknown: the files have no recent report inside of the image.',
    otherContacts: (time: string) => `Other contacts of ${time}, which could not be compared`,
    onMap: 'On the map',
    marks: {
      matched: 'matched or decided',
      candidate: 'to decide',
      'not-seen': 'not seen',
      other: 'not comparable, or none of them',
      track: 'reports within an hour',
      shift: 'possible shift of the radar, and lines to candidates',
    },
    zoom: 'Zoom to the contacts',
    showContact: 'Show where it was expected',
    contact: 'Contact',
    kind: 'Kind',
    age: 'Age of the report',
    reason: 'Reason',
    publisherUnknown: 'publisher not recognized',
  },
  fileLine: (contacts: string, reports: string, from: string, to: string, indexBytes: number | undefined) =>
    [
      `${contacts}, ${reports} within reach, ${from} to ${to}`,
      ...(indexBytes === undefined ? [] : [`index of all reports ${formatBytes(indexBytes)}`]),
    ].join(', '),
  form: {
    title: (name: string) => `Import AIS reports from ${name}`,
    hint: (publisher: AisPublisher | null) =>
      publisher
        ? `The columns are those of ${publisher}.`
        : 'The publisher is not recognized: columns are read by their names and first values.',
    follows: 'Read new files of this folder as they appear, while the workspace is open',
    messagesHint:
      'Raw messages (NMEA 0183) are decoded, with the time that the receiver has written. There are no columns to choose.',
    firstMessages: 'The first messages with a position, as read:',
    report: ({
      time,
      position,
      knots,
      identifier,
    }: {
      readonly time: string;
      readonly position: string;
      readonly knots: string | null;
      readonly identifier: string;
    }) => [time, position, knots === null ? 'no speed' : `${knots} kn`, `MMSI ${identifier}`].join(' · '),
    timeForm: 'Times are written as',
    chooseTimeForm: 'Choose…',
    readingTimes: 'Reading the times of all rows…',
    readings: 'Days and months can be exchanged in these times. Choose what they are:',
    reading: (text: string, time: string, passes: readonly string[]) => {
      const [some, more] = [passes.slice(0, 3).join(', '), passes.length > 3 ? ', …' : ''];
      const count = formatQuantity(passes.length, 'pass', 'passes');
      const hits = passes.length === 0 ? 'no pass' : `${count} (${some}${more})`;
      return `${text} is ${time}: ${hits} within an hour of the reports`;
    },
    speedUnit: 'Unit of speeds',
    noZone: 'Times without a zone are UTC.',
    replaces:
      'It replaces the file that was imported before. Its columns or its name are other ones: check them.',
    missing: (names: readonly string[]) =>
      `Choose the column of ${names.join(', ')}. Without it no row is a report.`,
    start: 'Import',
    cancel: 'Cancel',
    notImported: 'The file was not imported.',
    sending: 'Sending the file…',
  },
  section: {
    title: 'AIS',
    loading: 'Loading the match…',
    service: 'The service states',
    serviceNone: 'no identity',
    ours: 'By your AIS files',
    notMatched:
      'Unknown: no AIS file was read for the time of this image, or its analytic finds no ships. The AIS tab has the state of each image.',
    agrees: 'agrees with the service',
    disagrees: 'disagrees with the service',
    matched: 'Known, by your AIS files',
    ambiguous: (candidates: readonly MatchCandidate[]) => {
      const doubt = candidates[0] && doubtText(candidates[0]);
      if (doubt) return `To decide: ${doubt}`;
      const { length } = candidates;
      return length === 1 ? 'To decide: one contact may be it' : `To decide: ${length} contacts may be it`;
    },
    doubt: doubtText,
    noContact: noContactText,
    notComparable: (reason: NotComparable) => `Not comparable: ${notComparableTexts[reason]}.`,
    cover: (cover: FileCover) => `The files cover this place and time: ${coverageNames[cover]}.`,
    evidence: (files: string, time: string) =>
      `Inferred from ${files} ${matchingRule}, at ${time}; not a statement of the service.`,
    earlier: (count: number) => (count === 1 ? 'One earlier decision' : `${count} earlier decisions`),
    withdrawn: (by: string, time: string) => `Withdrawn by ${by}, ${time}.`,
    facts: (facts: readonly (readonly [name: string, value: string])[]) =>
      facts.map(([name, value]) => `${name} ${value}`).join(', '),
    factNames: { imo: 'IMO', callSign: 'call sign', type: 'type', transponder: 'transponder' },
    decided: (name: string, by: string, time: string) => `Decided: ${name}, by ${by}, ${time}.`,
    decidedNone: (by: string, time: string) => `Decided: none of the candidates, by ${by}, ${time}.`,
    thisOne: 'This one',
    thisOneNamed: (name: string) => `This one: ${name}`,
    noneOfThem: 'None of them',
    zoom: 'Zoom to the contacts',
    withdraw: 'Withdraw the decision',
    notDecided: 'The decision was not saved.',
    deciding: (id: number) => `deciding who detection ${id} is`,
    candidates: 'Candidates',
    place: (distance: string, error: string, shift: string | null) =>
      `${distance} from where it is expected, ±${error}${shift === null ? '' : `; ${shift} possible by the shift of the radar`}`,
    report: (age: string, basis: 'between' | 'after' | 'before') =>
      basis === 'between'
        ? `Between two reports, the nearer one ${age} from the image`
        : `Report ${age} ${basis === 'after' ? 'before' : 'after'} the image`,
    long: (length: string) => `, states ${length} of length`,
    best: 'Likeliest for the image as a whole',
    lessLikely: (factor: string, likeliest: string | null) =>
      `${factor} times less likely for the image as a whole than ${likeliest ?? 'no contact'}`,
    placeHint:
      '± is one standard deviation of the expected place; candidates lie within about four. A moving ship is shifted along the flight of a radar, by up to 130 s of its speed towards it. The distance is without any shift.',
    oddsHint: 'How many times less likely the best assignment of the whole pass is with this contact.',
    margin: (factor: string) => `Every other assignment is at least ${factor} times less likely.`,
  },
  kinds: contactKindTexts,
  reasons: notComparableTexts,
  fields,
  timeForms,
  speedUnits,
  none: '–',
};
