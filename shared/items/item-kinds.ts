import type { z } from 'zod';
import { bookmarkSchema } from '../bookmarks/bookmark.ts';
import { type CountedKind, carriedWords, type WayOn } from '../carried-words.ts';
import { calibrationsToAdd, chipCalibrationSchema } from '../chips/chip-calibration.ts';
import { accountNameSchema } from '../orders/account-names.ts';
import { draftToSaveSchema, storedDraftSchema } from '../orders/draft/stored-draft.ts';
import { storedTemplateSchema } from '../reports/report-template.ts';
import { fail, type Result } from '../result.ts';
import { savedSearchInputSchema, savedSearchSchema } from '../searches/saved-search.ts';
import { watchRuleInputSchema, watchRuleSchema } from '../watch/watch-rule.ts';

/**
 * A kind of items that the analyst makes and that a workspace stores. A list is in a setting of the workspace, in the
 * analyst's order, and needs no table; other programs read tables, where a deleted item stays, marked.
 *
 * @example
 * // Tags: a list in the setting `tags`, served by `tags.list`, `tags.create`, …, which `changed` events with the topic
 * // `tags` outdate. With `hasRouter` the item has `id` and `createdAt`, and nothing else is to be written for its storage.
 * tags: { item: tagSchema, words: ['tag', 'tags'], setting: 'tags', hasRouter: true },
 * // With its words in `carried-words.ts` it travels to other workspaces, too.
 * tags: { …, words: carriedWords.tags, ways: ['case', 'merge', 'team'] },
 *
 * // Tags about detections: an item stores `recordId` and `identity`, as reviews do, since the id of a detection is another
 * // in each workspace; a case has those of its records. With a row of the origin `item` in `builtin-fields.ts` they can be
 * // filtered by, sorted, counted, shown and exported.
 * tags: { …, fields: { tag: ({ name }: Tag) => name } },
 */
export type ItemRow = {
  /** The schema of what is stored of an item. */
  readonly item: z.ZodType<{ readonly id: string }>;
  /** One and several of them in a sentence. */
  readonly words: readonly [one: string, many: string];
  /** The topic of `changed` events about it; absent: the kind. */
  readonly topic?: string;
  /** The ways in which one that is missing may have gone; absent: deleted. */
  readonly gone?: string;
} & (
  | {
      readonly setting: string;
      readonly hasRouter?: true;
      readonly hasUniqueNames?: true;
      /** The ways on which it reaches other workspaces, always all of it, whatever records a case has; absent: none. */
      readonly ways?: readonly WayOn[];
      /** Values of fields of the detection that an item is about, without a comma; null: none. */
      readonly fields?: Readonly<Record<string, (item: never) => string | null>>;
      /** Returns the arriving items that are added; absent: those whose id is not here. */
      toAdd?(present: readonly never[], arriving: readonly never[]): readonly { readonly id: string }[];
    }
  | {
      readonly table: string;
      readonly idColumn: string;
      /** The part of an item that the user sets. */
      readonly settings: z.ZodType<{ readonly id: string }>;
    }
);

export const itemKinds = {
  bookmarks: {
    item: bookmarkSchema,
    words: ['bookmark', 'bookmarks'],
    setting: 'bookmarks',
    hasRouter: true,
  },
  /** Oldest first; the last one of an image product applies. */
  calibrations: {
    item: chipCalibrationSchema,
    words: carriedWords.calibrations,
    setting: 'chips.calibrations',
    ways: ['case'],
    toAdd: calibrationsToAdd,
  },
  'report-templates': {
    item: storedTemplateSchema,
    words: ['report template', 'report templates'],
    setting: 'reports.templates',
    hasUniqueNames: true,
  },
  'account-names': {
    item: accountNameSchema,
    words: ['account name', 'account names'],
    topic: 'orders',
    setting: 'orders.accountNames',
  },
  /** The times are no settings: a draft that was changed and set back is the same. */
  drafts: {
    item: storedDraftSchema,
    settings: draftToSaveSchema,
    words: ['draft', 'drafts'],
    gone: 'ordered or deleted',
    table: 'order_drafts',
    idColumn: 'draft_id',
  },
  searches: {
    item: savedSearchSchema,
    settings: savedSearchInputSchema,
    words: carriedWords.searches,
    table: 'searches',
    idColumn: 'search_id',
  },
  rules: {
    item: watchRuleSchema,
    settings: watchRuleInputSchema,
    words: carriedWords.rules,
    topic: 'watch',
    table: 'watch_rules',
    idColumn: 'rule_id',
  },
} as const satisfies Readonly<Record<string, ItemRow>>;

type ItemRows = typeof itemKinds;
export type ItemKind = keyof ItemRows;
type KindsWith<Member> = { [Kind in ItemKind]: ItemRows[Kind] extends Member ? Kind : never }[ItemKind];
/** Kinds that are lists in settings. */
export type ListKind = KindsWith<{ readonly setting: string }>;
/** Lists that travel to other workspaces. */
export type CarriedList = KindsWith<{ readonly ways: readonly WayOn[] }>;
/** Kinds that have a table of their own. */
export type TableKind = KindsWith<{ readonly table: string }>;
/** Kinds whose procedures are all made from their row. */
export type ServedKind = KindsWith<{ readonly hasRouter: true }>;

/** An item of a kind. */
export type ItemOf<Kind extends ItemKind> = z.output<ItemRows[Kind]['item']>;
/** An item without what the workspace gives it. */
export type NewItem<Kind extends ServedKind> = Omit<ItemOf<Kind>, 'id' | 'createdAt'>;
/** A change of an item; absent members stay unchanged. */
export type ItemChange<Kind extends ServedKind> = Pick<ItemOf<Kind>, 'id'> & Partial<NewItem<Kind>>;
/** The part that the user sets of an item in a table. */
export type SettingsOf<Kind extends TableKind> = z.output<ItemRows[Kind]['settings']>;
/** The topic of `changed` events about a kind. */
export type ItemTopic<Kind extends ItemKind = ItemKind> = {
  [Each in Kind]: ItemRows[Each] extends { readonly topic: infer Topic } ? Topic : Each;
}[Kind];

/** The lists in settings. */
export const listKinds = Object.keys(itemKinds).filter(
  (kind) => 'setting' in itemKinds[kind as ItemKind],
) as readonly ListKind[];

/** The lists that travel to other workspaces; one without words in `carriedWords` is an error of types here. */
export const carriedLists = listKinds.filter(
  (kind) => 'ways' in itemKinds[kind],
) as readonly ListKind[] as readonly CarriedList[] satisfies readonly CountedKind[];

/** The lists that reach other workspaces on a way. */
export function listsOnWay(way: WayOn): readonly CarriedList[] {
  return carriedLists.filter((kind) => (itemKinds[kind].ways as readonly WayOn[]).includes(way));
}

/** A list of items about detections, and what the items are as values of fields. */
export type ListWithFields = {
  readonly kind: ListKind;
  readonly fields: Readonly<Record<string, (item: unknown) => string | null>>;
};

/** Returns the lists whose items are values of fields of detections. */
export function listsWithFields(): readonly ListWithFields[] {
  return listKinds.flatMap((kind) => {
    const row: ItemRow = itemKinds[kind];
    return 'fields' in row ? [{ kind, fields: row.fields as ListWithFields['fields'] }] : [];
  });
}

/** Returns the topic of `changed` events about a kind. */
export function topicOf<Kind extends ItemKind>(kind: Kind): ItemTopic<Kind> {
  const { topic = kind }: ItemRow = itemKinds[kind];
  return topic as ItemTopic<Kind>;
}

/** The failure for an id that no item of a kind has. */
export function noSuchItem(kind: ItemKind, id: string): Result<never> {
  const { words, gone = 'deleted' }: ItemRow = itemKinds[kind];
  return fail('not-found', `There is no ${words[0]} ${id} in this workspace. It may have been ${gone}.`);
}
