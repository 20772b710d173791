import { formatCount, formatQuantity, formatTime } from '../../../shared/format.ts';

/** All texts that the room `timeline` shows. */
export const texts = {
  controls: {
    timeField: 'Time field',
    collected: 'Collected',
    uploaded: 'Uploaded',
    label: 'Timeline',
    previousWindow: 'Previous window',
    pause: 'Pause',
    play: 'Play',
    nextWindow: 'Next window',
    windowLength: 'Window length',
    noWindow: 'Window…',
    customLength: 'Custom',
    lengths: {
      oneHour: '1 h',
      sixHours: '6 h',
      oneDay: '1 d',
      threeDays: '3 d',
      sevenDays: '7 d',
      thirtyDays: '30 d',
    },
    speed: 'Speed, windows per second',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    showAllTimes: 'Show all times',
    withoutTime: (count: number) => `${formatQuantity(count, 'detection')} without a time`,
  },
  chart: {
    label: {
      collected: (from: number, to: number) =>
        `Detections by collection time, ${formatTime(from)} to ${formatTime(to)}`,
      uploaded: (from: number, to: number) =>
        `Detections by upload time, ${formatTime(from)} to ${formatTime(to)}`,
    },
    counting: 'Counting…',
    noTimes: {
      collected: 'No detection has a collection time',
      uploaded: 'No detection has an upload time',
    },
    withoutThisTime: (count: number) => `${formatQuantity(count, 'detection')} without this time.`,
  },
  brush: {
    label: 'Time window',
    window: (from: number, to: number) => `${formatTime(from)} to ${formatTime(to)}`,
    allTimes: 'All times',
  },
  histogram: {
    end: (date: string) => `${date} UTC`,
    label: (from: number, to: number) =>
      `Detections by collection time, ${formatTime(from)} to ${formatTime(to)}. Drag to filter; the filter’s time fields do the same.`,
    outside: (before: number, after: number) =>
      [
        ...(before > 0 ? [`← ${formatCount(before)} earlier`] : []),
        ...(after > 0 ? [`${formatCount(after)} later →`] : []),
      ].join(' · '),
    outsideHint:
      'A few detections far from the others in time are left out. Click to show all times, or the usual ones.',
    trim: 'Usual times only',
    bin: (time: number, filtered: number, all: number) =>
      filtered === all
        ? `${formatTime(time)}: ${formatQuantity(all, 'detection')}`
        : `${formatTime(time)}: ${formatCount(filtered)} of ${formatQuantity(all, 'detection')}`,
  },
} as const;
