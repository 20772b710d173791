const encoder = new TextEncoder();

/** A response body of the query endpoint made of raw records, which stand in it byte for byte. */
export function pageOfRecords(records: readonly Uint8Array[], brand: string): Uint8Array {
  const parts = records.flatMap((record, index) => (index === 0 ? [record] : [encoder.encode(','), record]));
  return Buffer.concat([
    encoder.encode(`{"data":{${JSON.stringify(`${brand}_udp_analyticgeojsonrecord`)}:[`),
    ...parts,
    encoder.encode(']}}'),
  ]);
}
