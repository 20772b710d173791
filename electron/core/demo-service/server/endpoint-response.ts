/** A response before it is sent. */
export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A function makes a body that takes time, and is called only when the body is sent. */
  readonly body: string | Uint8Array | (() => Uint8Array);
};

/** An answer with a JSON body. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** An error with a reason to be read by people; the documents do not say what bodies of errors look like. */
export function errorAnswer(
  status: number,
  reason: string,
  more: { readonly problems?: readonly unknown[]; readonly headers?: Readonly<Record<string, string>> } = {},
): Answer {
  const { problems, headers } = more;
  return jsonAnswer(status, { status, reason, ...(problems && { problems }) }, headers);
}
