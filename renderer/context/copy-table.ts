import { markLines } from '../../shared/marking.ts';
import { markingQuery } from '../api/live-queries.ts';
import type { QuerySource } from '../api/read-query.ts';
import { copyText } from '../ui/use-copy.ts';

/** Copies rows as text, with the marking of the workspace above and below them. Returns whether it succeeded. */
export async function copyTable(app: QuerySource, text: string): Promise<boolean> {
  return copyText(markLines(text, await loadMarking(app)));
}

/** The marking of the workspace; `''` for none. */
export async function loadMarking({ queries, queryClient }: QuerySource): Promise<string> {
  return (await queryClient.fetchQuery(markingQuery(queries))) ?? '';
}
