const encoder = new TextEncoder();

/** Builds a response body of the query endpoint from raw records, whose bytes are copied unchanged. */
export function buildPageBody(records: readonly Uint8Array[], brand: string): Uint8Array {
  const parts = records.flatMap((record, index) => (index === 0 ? [record] : [encoder.encode(','), record]));
  return Buffer.concat([
    encoder.encode(`{"data":{${JSON.stringify(`${brand}_udp_analyticgeojsonrecord`)}:[`),
    ...parts,
    encoder.encode(']}}'),
  ]);
}
