import { z } from 'zod';

const hour = 3_600_000;
const day = 24 * hour;

/** The schedule of a saved search. `at` is a time of day in UTC, `HH:MM`. */
export const scheduleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('manual') }),
  z.object({ kind: z.literal('every'), hours: z.int().min(1).max(720) }),
  z.object({
    kind: z.literal('daily'),
    at: z
      .string()
      .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write the time of day in UTC as HH:MM, such as 06:30.'),
  }),
]);
export type Schedule = z.infer<typeof scheduleSchema>;

/**
 * Returns when a search is due, epoch milliseconds: the first scheduled time after `last`, the start of its last run
 * (epoch milliseconds). A time in the past means that a run was missed; it is run once. A search that has never run is
 * due at once. Null: no schedule.
 */
export function nextDue(schedule: Schedule, last: number | null): number | null {
  if (schedule.kind === 'manual') return null;
  if (last === null) return 0;
  if (schedule.kind === 'every') return last + schedule.hours * hour;
  const [hours = 0, minutes = 0] = schedule.at.split(':').map(Number);
  const sameDay = Math.floor(last / day) * day + hours * hour + minutes * 60_000;
  return sameDay > last ? sameDay : sameDay + day;
}

/** Whether a saved search is fetched on its own. */
export function isScheduled({
  schedule,
  paused,
}: {
  readonly schedule: Schedule;
  readonly paused: boolean;
}): boolean {
  return schedule.kind !== 'manual' && !paused;
}

/** Describes a schedule: `every 6 h`. */
export function describeSchedule(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'manual':
      return 'by hand';
    case 'every':
      return schedule.hours === 1 ? 'hourly' : `every ${schedule.hours} h`;
    case 'daily':
      return `daily at ${schedule.at} UTC`;
  }
}

/** Describes when a saved search is run: `hourly, paused`. */
export function describeRuns({
  schedule,
  paused,
}: {
  readonly schedule: Schedule;
  readonly paused: boolean;
}): string {
  return paused ? `${describeSchedule(schedule)}, paused` : describeSchedule(schedule);
}
