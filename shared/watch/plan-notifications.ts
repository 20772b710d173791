import { formatDuration, formatQuantity } from '../format.ts';

/** The most notifications of one run; everything else is in the inbox. */
export const maxNotifications = 3;

/** Subjects of a notification. */
export type NotifiableEvent = {
  readonly id: string;
  readonly ruleName: string;
  readonly statement: string;
  /** UTC. */
  readonly collectedAt: string | null;
};

/** A desktop notification, and what a click on it shows. */
export type WatchNotification = {
  /** The id of the event, or of the first one that is counted: another run has others. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** Null: the inbox. */
  readonly eventId: string | null;
};

/**
 * The notifications of a run: one for each event or, where these are too many, for the ones collected last and one
 * that counts the others.
 */
export function planNotifications(
  events: readonly NotifiableEvent[],
  now: number,
): readonly WatchNotification[] {
  const latest = events.toSorted((one, other) => timeOf(other) - timeOf(one));
  const isTooMany = latest.length > maxNotifications;
  const single = isTooMany ? latest.slice(0, maxNotifications - 1) : latest;
  const notifications = single.map(
    ({ id, ruleName, statement, collectedAt }): WatchNotification => ({
      id,
      title: ruleName,
      body: `${statement} ${collectedText(collectedAt, now)}`,
      eventId: id,
    }),
  );
  const others = latest.slice(single.length);
  const [first] = others;
  if (!isTooMany || !first) return notifications;
  const rules = new Set(others.map(({ ruleName }) => ruleName));
  const [only] = rules;
  return [
    ...notifications,
    {
      id: first.id,
      title: rules.size === 1 && only !== undefined ? only : formatQuantity(rules.size, 'rule'),
      body: `${formatQuantity(others.length, 'more finding')} in the inbox.`,
      eventId: null,
    },
  ];
}

function timeOf({ collectedAt }: NotifiableEvent): number {
  return collectedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(collectedAt);
}

/** When something was collected, as a sentence: `Collected 1 d 7 h ago.` */
export function collectedText(collectedAt: string | null, now: number): string {
  if (collectedAt === null) return 'Collection time not stated.';
  const age = now - Date.parse(collectedAt);
  if (age < 0) return 'Collected in the future, by the clock of this computer.';
  return `Collected ${formatDuration(age)} ago.`;
}
