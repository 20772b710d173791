/** A response before it is sent. */
export type EndpointResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A function generates an expensive body; it is called only when the body is sent. */
  readonly body: string | Uint8Array | (() => Uint8Array);
};

/** A response with a JSON body. */
export function respondJson(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): EndpointResponse {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(body),
  };
}

/** An error response with a readable reason; bodies of errors are not documented. */
export function errorResponse(
  status: number,
  reason: string,
  more: { readonly problems?: readonly unknown[]; readonly headers?: Readonly<Record<string, string>> } = {},
): EndpointResponse {
  const { problems, headers } = more;
  return respondJson(status, { status, reason, ...(problems && { problems }) }, headers);
}
