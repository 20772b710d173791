import { formatCount, formatQuantity } from '../../../shared/format.ts';

/** All texts that the room `statistics` shows. */
export const texts = {
  controls: {
    topic: 'Statistics of',
    scope: 'Scope',
    all: 'All',
    filtered: 'Filtered',
    selected: 'Selected',
    copyCsv: 'Copy CSV',
    copyImage: 'Copy image',
  },
  passes: {
    topic: 'Pass (image)',
    /** Title of the chart; `listed` of all. */
    title: (listed: number, all: number) =>
      listed < all ? `Pass: the ${formatCount(listed)} with the most of ${formatCount(all)}` : 'Pass',
    withoutTime: 'Without a time',
    withoutSensor: 'sensor not given',
    withResult: (pass: string, result: string) => `${pass} · ${result}`,
  },
  dayOfCollection: 'Day of collection (UTC)',
  time: 'time',
  notFetched: 'Not fetched',
  noValue: (field: string) => `No ${field}`,
  states: {
    counting: 'Counting…',
    tooManySelected: {
      title: (selected: number) => `${formatCount(selected)} detections are selected`,
      hint: (max: number) =>
        `Statistics cover at most ${formatCount(max)} selected detections. Use a filter instead.`,
    },
    nothingSelected: {
      title: 'Nothing is selected',
      hint: 'Select rows in the table, or on the map with the box and lasso tools.',
    },
    noValues: {
      title: (field: string) => `No values for ${field}`,
      hint: 'None of these detections has a value.',
    },
  },
  chart: {
    perPass: 'Detections per pass that shows the place; the table next to the chart has the numbers',
    label: (title: string) => `Detections by ${title}; the table beside the chart has the numbers`,
  },
  table: {
    label: 'Numbers',
    detections: 'Detections',
    /** `total`: the detections of all bars. */
    share: (total: number) => `Share of ${formatCount(total)}`,
    perPass: 'Per pass',
    perPassHint: (passes: number) =>
      `${formatQuantity(passes, 'pass', 'passes')} of these times show the place`,
    filterByThis: 'Filter by this',
    ofTotal: (total: number) => `of ${formatCount(total)} in all`,
  },
  csv: {
    detections: 'Detections',
    total: 'Of all',
    passes: 'Passes',
    layer: 'Layer',
  },
  summary: {
    withValue: 'With a value',
    withoutValue: 'Without a value',
    notFetched: 'of these not fetched',
    minimum: 'Minimum',
    percentile5: '5th percentile',
    median: 'Median',
    mean: 'Mean',
    percentile95: '95th percentile',
    maximum: 'Maximum',
    standardDeviation: 'Standard deviation',
  },
  copied: {
    csv: 'Statistics copied as CSV.',
    image: 'Chart copied as an image.',
    /** Instead of the clipboard. */
    file: {
      failed: 'The clipboard is not available, and the file was not saved.',
      saved: (path: string) => `The clipboard is not available. Saved to ${path} instead.`,
      downloaded: (name: string) =>
        `The clipboard is not available. ${name} was given to the browser as a download instead.`,
    },
  },
} as const;
