/** Keys of the records that the detections left by a mask came with, ascending. */
export function keysOfRecords(records: Uint32Array, bits: Uint8Array): Uint32Array {
  let most = 0;
  for (let index = 0; index < records.length; index += 1) most = Math.max(most, records[index] as number);
  const isThere = new Uint8Array(most + 1);
  for (let index = 0; index < bits.length; index += 1) {
    const key = records[index] as number;
    isThere[key] = (isThere[key] as number) | (bits[index] as number);
  }
  const keys: number[] = [];
  // 0 stands for a record that is not in the workspace.
  for (let key = 1; key < isThere.length; key += 1) if (isThere[key] === 1) keys.push(key);
  return Uint32Array.from(keys);
}
