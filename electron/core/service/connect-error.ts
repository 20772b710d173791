/** The step at which a connection could not be established. */
export type ConnectStage = 'connecting' | 'tunnel' | 'handshake' | 'too-slow';

/** A connection could not be established. No byte of the request was sent. */
export class ConnectError extends Error {
  readonly stage: ConnectStage;
  /** Host and port of the proxy, when it is the proxy that could not be connected to or that failed. */
  readonly proxy: string | undefined;
  readonly refusal: ProxyRefusal | undefined;
  constructor(
    stage: ConnectStage,
    cause?: unknown,
    { proxy, refusal }: { readonly proxy?: string | undefined; readonly refusal?: ProxyRefusal } = {},
  ) {
    super('There is no connection.', { cause });
    this.stage = stage;
    this.proxy = proxy;
    this.refusal = refusal;
  }
}

/** Refusal of a proxy to connect. */
export type ProxyRefusal =
  /** `schemes`: the ways of signing in that it offers, as far as it names them. */
  | { readonly kind: 'login'; readonly schemes: readonly string[]; readonly hadLogin: boolean }
  /** The proxy could not connect to the target, or it does not allow that; `answer` is its status or code. */
  | { readonly kind: 'unreachable' | 'refused'; readonly answer: string }
  /** Its response is not of its protocol. */
  | { readonly kind: 'no-proxy' };

/** Destination of a connection. */
export type Target = { readonly host: string; readonly port: number; readonly isSecure: boolean };
