import type { DetectionFilter } from '../../../../../shared/results/detection.ts';
import type { DetectionField } from '../../../../../shared/results/detection-field.ts';
import type { Steps } from '../../../base/steps.ts';
import type { Sql } from '../../file/sql.ts';
import { createAreaEnvelopes } from './area-envelopes.ts';
import { createColumnStore, type StoredDetections } from './column-store.ts';
import { createDetectionReviews } from './detection-reviews.ts';
import { createFieldReader, type FixedObjectsReader } from './field-reader.ts';
import { createFilterMasks } from './filter-mask.ts';
import { createSortOrders, type TableSort } from './sort-orders.ts';

/** Input of a query about all detections. */
export type QueryNeeds = {
  readonly filter?: DetectionFilter | undefined;
  readonly sort?: TableSort;
  readonly fields?: readonly DetectionField[];
};

/** The memory over one connection. Nothing is read before the first question. */
export function createDetectionMemory(sql: Sql, readFixedObjects: FixedObjectsReader) {
  const store = createColumnStore(sql);
  const reviewsOf = createDetectionReviews(sql);
  const fields = createFieldReader(sql, store, reviewsOf, readFixedObjects);
  const envelopesOf = createAreaEnvelopes(sql);
  const masks = createFilterMasks({ sql, store, fields, reviewsOf, envelopesOf });
  const orders = createSortOrders(store, fields, masks);
  function* prepareFor(
    detections: StoredDetections,
    { filter, sort, fields: needed = [] }: QueryNeeds,
  ): Steps<void> {
    if (filter) yield* masks.readInSteps(detections, filter);
    for (const field of needed) yield* fields.readInSteps(detections, field);
    if (!sort) return;
    yield* orders.readInSteps(detections, filter ?? {}, sort);
    yield;
  }
  return {
    store,
    /** Runs a query on one state of the file, tables and columns alike. */
    read: store.read,
    fieldColumn: fields.read,
    fieldColumnInSteps: fields.readInSteps,
    fixedObjects: fields.fixedObjects,
    reviewsOf,
    envelopesOf,
    mask: masks.read,
    order: orders.read,
    /**
     * Performs a query in steps, all on the detections as they are when it begins: first what takes long for it, which it
     * then finds in the caches, and then the query itself. Other queries can run between the steps, and detections can
     * change.
     */
    perform: <T>(needs: QueryNeeds, query: (detections: StoredDetections) => Steps<T>): Steps<T> =>
      store.readInSteps(function* (detections) {
        yield* prepareFor(detections, needs);
        return yield* query(detections);
      }),
  };
}

/** All detections of a workspace in columns, with cached masks, orders and field columns. */
export type DetectionMemory = ReturnType<typeof createDetectionMemory>;
