/** Whether an error means that the file or folder does not exist. */
export function isMissingFile(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** The result of a file access, or undefined when the file does not exist. */
export async function undefinedIfMissing<T>(access: Promise<T>): Promise<T | undefined> {
  try {
    return await access;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
