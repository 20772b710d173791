import { type Result, succeed } from '../../shared/result.ts';

/** Rows in one request. */
const rowsInRequest = 1_000;

/** Reads rows of a list page by page; fewer where the list has become shorter. */
export async function readRows<Row>(
  { offset, count }: { readonly offset: number; readonly count: number },
  readPage: (page: {
    readonly offset: number;
    readonly limit: number;
  }) => Promise<Result<{ readonly rows: readonly Row[] }>>,
): Promise<Result<readonly Row[]>> {
  const rows: Row[] = [];
  while (rows.length < count) {
    const limit = Math.min(rowsInRequest, count - rows.length);
    const page = await readPage({ offset: offset + rows.length, limit });
    if (!page.ok) return page;
    if (page.value.rows.length === 0) break;
    rows.push(...page.value.rows);
  }
  return succeed(rows);
}
