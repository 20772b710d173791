import { z } from 'zod';
import { findingSchema } from '../findings/finding.ts';

/** Finding of a rule, once for each subject. */
export const watchEventSchema = z.object({
  ruleId: z.uuid(),
  /** Its subject, unique among the events of the rule. */
  subject: z.string(),
  /** UTC; null where it is not known. */
  collectedAt: z.string().nullable(),
  /** Whether it was collected in a silence of the rule, and is not notified. */
  isSilenced: z.boolean(),
  finding: findingSchema,
});
export type WatchEvent = z.infer<typeof watchEventSchema>;

/** An event as the inbox lists it. */
export type InboxEvent = WatchEvent & {
  readonly id: string;
  /** Name when the event was found. */
  readonly ruleName: string;
  readonly isRead: boolean;
  /** UTC: until then it is not listed among the open ones; null without. */
  readonly snoozedUntil: string | null;
  /** Number of the detection in this workspace; null for other subjects, and where it is not known any more. */
  readonly detectionId: number | null;
};

/** Events that are listed: `open` leaves out the snoozed and the silenced. */
export const inboxViews = ['open', 'unread', 'snoozed', 'silenced'] as const;
export type InboxView = (typeof inboxViews)[number];

export const inboxPageSchema = z.object({
  view: z.enum(inboxViews),
  ruleId: z.uuid().optional(),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(200),
});
export type InboxPage = z.infer<typeof inboxPageSchema>;

/** A page of events, last found first. */
export type InboxPageResult = {
  readonly events: readonly InboxEvent[];
  /** Number of those of the page that this Sightline cannot read. They stay in the workspace. */
  readonly unreadable: number;
  readonly total: number;
  /** Unread ones that are neither snoozed nor silenced. */
  readonly unread: number;
};

/** Marks events as read or unread, or snoozes them. */
export const inboxChangeSchema = z.object({
  /** All open ones without. */
  ids: z.array(z.uuid()).min(1).max(10_000).optional(),
  isRead: z.boolean().optional(),
  /** UTC; null ends it. */
  snoozedUntil: z.iso.datetime().nullable().optional(),
});
export type InboxChange = z.infer<typeof inboxChangeSchema>;
