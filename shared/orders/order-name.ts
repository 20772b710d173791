import { shortId } from '../short-id.ts';

/** The display name of an order: its name, or else its shortened id. */
export function orderName({
  id,
  descriptiveName,
}: {
  readonly id: string;
  readonly descriptiveName?: string | null | undefined;
}): string {
  return descriptiveName?.trim() || `Order ${shortId(id)}`;
}
