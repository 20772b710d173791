import { z } from 'zod';

/**
 * The most bytes of an uploaded file that one request carries. All of it is in memory, in the page and in the main
 * process.
 */
export const maxSliceBytes = 4 * 1024 * 1024;

/** The query of a request that carries one slice of a file (`POST /incoming?…`, the bytes as its body). */
export const uploadSliceSchema = z.object({
  /** Id of the upload; made by the page. */
  id: z.uuid(),
  /** Name of the file, for display. */
  name: z.string(),
  /** Offset of the first byte of the slice in the file. */
  offset: z.coerce.number().int().nonnegative(),
  /** Bytes of the whole file. */
  total: z.coerce.number().int().positive(),
});

/** The message about a file without contents. */
export function emptyFileMessage(name: string): string {
  return `${name} is empty: it has 0 bytes. Choose another file.`;
}
