const encoder = new TextEncoder();
const end = encoder.encode(']}}');

/**
 * Builds a response body of the query endpoint from raw records, whose bytes are copied unchanged, valid JSON or not. The
 * body has memory of its own, which can be transferred to another thread.
 */
export function buildPageBody(
  records: readonly Uint8Array[],
  brand: string,
  paginationInfo: unknown = { recordsInPage: records.length },
): Uint8Array<ArrayBuffer> {
  const pagination = JSON.stringify(paginationInfo) ?? 'null';
  const start = encoder.encode(
    `{"paginationInfo":${pagination},"data":{${JSON.stringify(`${brand}_udp_analyticgeojsonrecord`)}:[`,
  );
  const commas = Math.max(0, records.length - 1);
  const length = records.reduce((sum, record) => sum + record.length, start.length + commas + end.length);
  const body = new Uint8Array(length);
  body.set(start);
  let at = start.length;
  for (const [index, record] of records.entries()) {
    if (index > 0) {
      body[at] = comma;
      at += 1;
    }
    body.set(record, at);
    at += record.length;
  }
  body.set(end, at);
  return body;
}

/** The bytes of each record in a body that `buildPageBody` built of records of these lengths: views. */
export function recordsOfBody(
  body: Uint8Array,
  records: readonly { readonly byteLength: number }[],
): readonly Uint8Array[] {
  const length = records.reduce((sum, { byteLength }) => sum + byteLength + 1, -1);
  let at = body.length - end.length - length;
  return records.map(({ byteLength }) => {
    const bytes = body.subarray(at, at + byteLength);
    at += byteLength + 1;
    return bytes;
  });
}

const comma = 0x2c;
