/** The message of a thrown value. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Text shown of a thrown value: a sentence for the user, and the technical cause, which is shown on demand. */
export type ErrorExplanation = { readonly message: string; readonly details?: string | undefined };

/**
 * Explains a thrown value. An error of ours has a message for the user, and a cause that is technical. An error of the
 * system, of a library or of the language is itself technical: `otherwise` is then the message.
 */
export function explainError(error: unknown, otherwise: string): ErrorExplanation {
  if (!isForUser(error)) return { message: otherwise, details: causeText(error) };
  return error.cause === undefined
    ? { message: error.message }
    : { message: error.message, details: causeText(error.cause) };
}

/** The messages of a thrown value and of its causes, each once. */
export function causeText(error: unknown): string {
  const texts = new Map<unknown, string>();
  // A cause may lead back to an error before it.
  for (let at = error; at !== undefined && !texts.has(at); at = at instanceof Error ? at.cause : undefined) {
    texts.set(at, withCode(at));
  }
  return [...new Set(texts.values())].join(' ← ');
}

function withCode(error: unknown): string {
  const text = errorText(error);
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && !text.includes(code) ? `${text} (${code})` : text;
}

/** The message for an error that is a fault of Sightline or of what it runs on. */
export const unexpectedError =
  'An unexpected error occurred in Sightline. Try again; if it repeats, report it with the diagnostics.';

/** The classes of errors of the language and of libraries. */
const technicalNames: ReadonlySet<string> = new Set([
  'AggregateError',
  'DatabaseError',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
  'ZodError',
]);

/** Whether an error has a message for the user. Those of Node.js, SQLite, OpenSSL, PostgreSQL and the DOM have a code. */
function isForUser(error: unknown): error is Error {
  return error instanceof Error && !('code' in error) && !technicalNames.has(error.name);
}
