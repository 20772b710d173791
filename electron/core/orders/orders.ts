import type { AccountName, AccountNameChange } from '../../../shared/orders/account-names.ts';
import type { OrderDraft } from '../../../shared/orders/draft/order-draft.ts';
import type { KnownOrder } from '../../../shared/orders/order.ts';
import type { OverlapCheck } from '../../../shared/orders/overlap/overlap-check.ts';
import type { Submission, SubmissionMatch } from '../../../shared/orders/request/submission.ts';
import type { Result } from '../../../shared/result.ts';

/** Orders: sent once, polled while they can change, stored in the workspace. */
export type Orders = {
  /** The orders in the workspace, newest first, and when the service's list was last fetched. */
  list(): Promise<Result<OrderList>>;
  /** Fetches the service's list now. */
  refresh(): Promise<Result<OrderList>>;
  get(orderId: string): Promise<Result<KnownOrder>>;
  /** The order's stored request as text, from the workspace or else from the service. */
  request(orderId: string): Promise<Result<string>>;
  /** Checks the draft, and returns the body that `submit` would send. */
  preview(
    draft: OrderDraft,
  ): Promise<Result<{ readonly bodyText: string; readonly notes: readonly string[] }>>;
  /**
   * Compares what `submit` would send with all known orders and with the results in the workspace. The service's list
   * and missing stored requests are fetched before, within bounds.
   */
  overlaps(draft: OrderDraft): Promise<Result<OverlapCheck>>;
  /**
   * Sends the order of a draft once. The submission is in the workspace before the first byte leaves. Whatever happens
   * to the connection, the process or the machine, it is never sent again by itself.
   *
   * A draft that was submitted before is not sent: the result is its submission, whatever its state, and whatever the
   * draft holds now. Only `retryOf` sends it again, where it names the last submission of the draft and that one
   * ordered nothing.
   *
   * The outcome is the state of the submission. A failure means that nothing was stored and nothing sent:
   * `invalid-input`, `no-workspace`, `read-only`, `disk`, or `conflict` when another draft with an equal body is being
   * sent or has an unknown outcome.
   *
   * A stored draft goes away once the service has accepted the order; until then it stays.
   */
  submit(order: DraftToSend): Promise<Result<Submission>>;
  /**
   * Sends the body of a submission once more, byte for byte; only one that was certainly not accepted, else `conflict`.
   * It is `submit` with this submission as `retryOf`: called again it sends nothing and returns its outcome.
   */
  resend(submissionId: string): Promise<Result<Submission>>;
  /**
   * Orders on the service that may be what an unknown submission created. Fails with `bad-response` when there is none and
   * some orders of the service could not be read or compared.
   */
  matches(submissionId: string): Promise<Result<readonly SubmissionMatch[]>>;
  /** The analyst's decision on an unknown submission: it is this order, or (null) it was not taken. */
  settle(submissionId: string, orderId: string | null): Promise<Result<Submission>>;
  /** Names an owner or a customer in this workspace. Fails with `conflict` when the entry is not the expected one. */
  nameAccount(change: AccountNameChange): Promise<Result<undefined>>;
  /** Archives a submission that ordered nothing, or restores it. Fails with `conflict` for any other. */
  archive(submissionId: string, isArchived: boolean): Promise<Result<Submission>>;
};

/** A draft to be sent, under the id it got when its form opened. */
export type DraftToSend = {
  readonly draftId: string;
  readonly draft: OrderDraft;
  /** The last submission of the draft as the caller knows it, to send the draft again where that ordered nothing. */
  readonly retryOf?: string | undefined;
};

export type OrderList = {
  readonly orders: readonly KnownOrder[];
  readonly submissions: readonly Submission[];
  /** The analyst's names for owners and customers. */
  readonly accountNames: readonly AccountName[];
  /** UTC ISO 8601 of the last response of the service in this workspace, or null. */
  readonly refreshedAt: string | null;
  /** Items of the service's last list that could not be read, a sentence each. */
  readonly problems: readonly string[];
};
