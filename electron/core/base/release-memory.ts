/**
 * Frees the memory of arrays that are no longer used at once: garbage collection would wait for much more of it.
 * Their buffers, and all other views of those, are empty afterwards. Several of the arrays may share a buffer.
 */
export function releaseMemory(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) {
    if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
  }
}
