import type { FieldList } from '../../../../shared/results/field-list.ts';

/** A page of results as the service sent it. */
export type FetchedPage = {
  /** The fetch that the page belongs to. */
  readonly fetchId: string;
  readonly queryText: string;
  readonly offset: number;
  readonly fetchedAt: string;
  readonly brand: string;
  /** Fields that the query requested. */
  readonly fields: FieldList;
  readonly body: Uint8Array;
};
