/**
 * Writes an unexpected failure to standard error: one line that says where, then the error with its causes. Nothing
 * that reaches it holds a token: the service client takes them out of what it throws.
 */
export function reportProblem(error: unknown, where: string): void {
  process.stderr.write(`Sightline: ${where}: ${printed(error)}\n`);
}

function printed(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nCaused by: ${printed(error.cause)}`;
}
