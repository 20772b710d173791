import type { WatchRule } from './watch-rule.ts';
import type { WatchStatus } from './watch-status.ts';

/** A rule as it is listed. */
export type ListedWatchRule = {
  readonly rule: WatchRule;
  /** Null when it was deleted. */
  readonly searchName: string | null;
  /** Null everywhere, and when it was deleted. */
  readonly areaName: string | null;
  /** Number of its events that are not silenced. */
  readonly events: number;
  readonly status: WatchStatus;
};

/** The rules of a workspace, by name. */
export type WatchRuleList = {
  readonly rules: readonly ListedWatchRule[];
  /** Number of those that this Sightline cannot read. They stay in the workspace. */
  readonly unreadable: number;
};

/** How many of the present detections of the saved search a rule matches. */
export type RulePreview = { readonly matching: number; readonly all: number };
