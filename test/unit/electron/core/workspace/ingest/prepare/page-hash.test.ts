import { expect, test } from 'vitest';
import { hashPage } from '../../../../../../../electron/core/workspace/ingest/prepare/prepare-page-rows.ts';

const page =
  '{"paginationInfo":{"nextOffset":2} ,"data":{"svc_udp_analyticgeojsonrecord":[ {"assignedId":"a","n":1},{"assignedId":"b","n":2} ]}} ';

function hashOf(text: string): string {
  return Buffer.from(hashPage({ body: Buffer.from(text), brand: 'svc' }).bodyHash).toString('hex');
}

test('the hash of a page depends on every byte of it', () => {
  const { sliced: cut, recordHashes } = hashPage({ body: Buffer.from(page), brand: 'svc' });
  expect(cut?.records).toHaveLength(2);
  expect(recordHashes).toHaveLength(2);
  const others = Array.from(page, (character, at) => {
    const other = character === '7' ? '8' : '7';
    return page.slice(0, at) + other + page.slice(at + 1);
  });
  const hashes = [page, ...others, `${page} `, page.slice(0, -1)].map(hashOf);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashOf(page)).toBe(hashes[0]);
});
