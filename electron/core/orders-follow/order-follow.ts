import type { BoundingBox } from '../../../shared/geo/geometry.ts';
import type { CoverageLedger } from '../../../shared/orders/coverage-ledger.ts';
import type { OrderNewsItem } from '../../../shared/orders/order-news.ts';
import type { Result } from '../../../shared/result.ts';

/** What became of the orders: news of their states, and what the results in the workspace say of their areas. */
export type OrderFollow = {
  /** Changes that the analyst has not looked at yet, in the order in which they were noticed. */
  news(): Promise<Result<readonly OrderNewsItem[]>>;
  /** Takes the news of an order, or with null of all orders, as looked at. */
  markSeen(orderId: string | null): Promise<Result<void>>;
  /**
   * Works out, from the records of the workspace, what was imaged of an order's areas and what was found there. The
   * order's stored request is read from the workspace or else from the service.
   */
  ledger(orderId: string): Promise<Result<OrderLedger>>;
};

/** The ledger of an order, with what is needed to show it. */
export type OrderLedger = {
  readonly ledger: CoverageLedger;
  /** The areas of the order, in its order. */
  readonly areas: readonly {
    readonly name: string;
    readonly squareMetres: number;
    /** Null when the area holds nothing that could be shown. */
    readonly bounds: BoundingBox | null;
  }[];
  /** Parts of the request that could not be read, so that the ledger leaves them out; a sentence each. */
  readonly problems: readonly string[];
};
