import type { DemoEntry } from '../data/record.ts';
import type { DemoAccount } from '../demo-credentials.ts';
import { readQuery } from '../query/read-query.ts';
import { runQuery } from '../query/run-query.ts';
import { errorResponse, jsonResponse } from './endpoint-response.ts';
import { readBody } from './read-body.ts';
import type { AccountHandler } from './service-context.ts';

/** `POST /psdm/graphql/gmss` (service.md, Queries). */
export const queryRecords: AccountHandler = async (context, { request }, account) => {
  const body = await readBody(request, 'application/json');
  if (!body.ok) return body.response;
  const query = readQuery(body.text, context.brand);
  if (!query.ok) return errorResponse(400, query.failure.message);
  const maySee = (entry: DemoEntry) => maySeeEntry(account, entry);
  return jsonResponse(200, runQuery(query.value, context.catalog.visible(), maySee, context.brand));
};

/** Records without a region are for accounts that may see every region that is served. */
function maySeeEntry(account: DemoAccount, { region }: DemoEntry): boolean {
  return region === undefined ? account.regions.length > 1 : account.regions.includes(region);
}
