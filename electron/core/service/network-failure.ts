import { explainError } from '../../../shared/error-text.ts';
import { type Failure, fail } from '../../../shared/result.ts';
import { ConnectError, type ProxyRefusal } from './connect-error.ts';
import { RouteError } from './network-access.ts';

/**
 * Converts a failed connection or transfer to a failure with a message for the user. Its details are the code of Node's
 * error; the error itself may contain headers. `addressIn`: where the user entered the address.
 *
 * Codes: `unreachable`, `tls`, `proxy`, `timeout`, and `bad-response` for what is no HTTP (llhttp's `HPE_…`).
 */
export function networkFailure(error: unknown, host: string, addressIn: string): Failure {
  const failure = describeFailure(error, host, addressIn);
  const details =
    error instanceof RouteError
      ? explainError(error, '').details
      : errorCode(error instanceof ConnectError ? error.cause : error);
  return details ? { ...failure, details } : failure;
}

function describeFailure(error: unknown, host: string, addressIn: string): Failure {
  if (error instanceof RouteError) {
    const message = `${error.message} Nothing was sent to ${host}.`;
    return fail(error.subject === 'proxy' ? 'proxy' : 'tls', message).failure;
  }
  if (!(error instanceof ConnectError)) return transferFailure(error, host, addressIn);
  const code = errorCode(error.cause);
  const isCut = connectionCodes.has(code);
  const { proxy } = error;
  if (proxy !== undefined) return proxyFailure(error, code, proxy, host);
  if (error.stage === 'too-slow') {
    return fail('timeout', `${host} did not accept a connection in time. Check the address and the network.`)
      .failure;
  }
  if (error.stage === 'handshake' && !isCut) return tlsFailure(code, host, addressIn);
  return fail('unreachable', unreachableMessage(code, host, addressIn)).failure;
}

function transferFailure(error: unknown, host: string, addressIn: string): Failure {
  const code = errorCode(error);
  if (code.startsWith('HPE_')) {
    const message = `${host} does not answer as a web service does. Check the address and the port in ${addressIn}.`;
    return fail('bad-response', message).failure;
  }
  // TLS 1.3 reports a missing or refused client certificate only after the handshake.
  if (/^ERR_SSL_.*ALERT.*CERTIFICATE/.test(code)) {
    const message = `${host} did not accept the certificate of this computer, or wants one. Check the client certificate in ${networkSettings}.`;
    return fail('tls', message).failure;
  }
  const message = `The connection to ${host} broke before the whole answer had come. Try again.`;
  return fail('unreachable', message).failure;
}

/** Error codes of a broken connection, as opposed to a rejected certificate. */
const connectionCodes: ReadonlySet<string> = new Set([
  '',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
]);

/** Place of the settings of proxies and certificates for the user. */
const networkSettings = 'Settings, Network';

function proxyFailure(error: ConnectError, code: string, proxy: string, host: string): Failure {
  const check = `Check the proxy in ${networkSettings}.`;
  const name = `The proxy ${proxy}`;
  if (error.refusal) return refusedTunnel(error.refusal, name, host);
  switch (error.stage) {
    case 'too-slow':
      return fail('timeout', `${name} did not connect to ${host} in time. ${check}`).failure;
    case 'tunnel':
      return code.startsWith('HPE_')
        ? noProxyFailure(name)
        : fail('unreachable', `${name} closed the connection before it had connected to ${host}. ${check}`)
            .failure;
    case 'handshake':
      return connectionCodes.has(code)
        ? fail('unreachable', `${name} closed the connection. ${check}`).failure
        : fail('tls', `${name} cannot be trusted: ${tlsReason(code, networkSettings)} Nothing was sent.`)
            .failure;
    case 'connecting':
      return fail('unreachable', `${name} cannot be reached: ${connectReason(code)} ${check}`).failure;
  }
}

function refusedTunnel(refusal: ProxyRefusal, name: string, host: string): Failure {
  switch (refusal.kind) {
    case 'login':
      return fail('proxy', describeProxyLogin(refusal.schemes, refusal.hadLogin, name)).failure;
    case 'unreachable': {
      const message = `${name} could not connect to ${host} (${refusal.answer}). Check the address, or try again later.`;
      return fail('unreachable', message).failure;
    }
    case 'refused': {
      const ask = `Ask its operator to allow ${host}, or check the proxy in ${networkSettings}.`;
      return fail('proxy', `${name} does not connect to ${host} (${refusal.answer}). ${ask}`).failure;
    }
    case 'no-proxy':
      return noProxyFailure(name);
  }
}

function noProxyFailure(name: string): Failure {
  return fail('proxy', `${name} does not answer as a proxy does. Check the proxy in ${networkSettings}.`)
    .failure;
}

/** Reason why the proxy wants a login, and what helps. `schemes`: the ways of signing in that it names. */
export function describeProxyLogin(schemes: readonly string[], hadLogin: boolean, name: string): string {
  const offersBasic = schemes.length === 0 || schemes.some((scheme) => scheme.toLowerCase() === 'basic');
  if (!offersBasic) {
    return `${name} accepts sign-in by ${schemes.join(' or ')} only, and Sightline offers Basic. Ask its operator for Basic, or use a local proxy that signs in for you (such as px or cntlm).`;
  }
  return hadLogin
    ? `${name} does not accept the user name and password. Correct them in ${networkSettings}.`
    : `${name} wants a user name and password. Enter them in ${networkSettings}.`;
}

const connectReasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is not known.',
  EAI_AGAIN: 'its name could not be looked up.',
  ECONNREFUSED: 'the connection was refused.',
};

function connectReason(code: string): string {
  return connectReasons[code] ?? 'there is no connection.';
}

function unreachableMessage(code: string, host: string, addressIn: string): string {
  const noWay = `There is no way to ${host} from here. Check the network connection.`;
  const messages: Readonly<Record<string, string>> = {
    ENOTFOUND: `The name ${host} is not known. Check the address in ${addressIn} for typing errors.`,
    EAI_AGAIN: `The name ${host} could not be looked up. Check the network connection.`,
    ECONNREFUSED: `Nothing answers at ${host}: the connection was refused. Check the address and the port in ${addressIn}.`,
    ...{ EHOSTUNREACH: noWay, ENETUNREACH: noWay, ENETDOWN: noWay },
    ETIMEDOUT: `${host} did not answer. Check the address and the network.`,
  };
  return messages[code] ?? `${host} cannot be reached. Check the address and the network.`;
}

function tlsFailure(code: string, host: string, addressIn: string): Failure {
  return fail('tls', `${host} cannot be trusted: ${tlsReason(code, addressIn)} Nothing was sent.`).failure;
}

/** Codes of Node for a certificate of an authority that is not trusted. */
const unknownAuthority: ReadonlySet<string> = new Set([
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
]);

/** Reason why a certificate was rejected, by the code of Node's error, and what helps. */
function tlsReason(code: string, addressIn: string): string {
  if (unknownAuthority.has(code)) {
    return `its certificate was not issued by an authority that this computer trusts. Check the address, ask its operator, or add the authority in ${networkSettings}.`;
  }
  const reasons: Readonly<Record<string, string>> = {
    CERT_HAS_EXPIRED:
      'its certificate has expired. Ask its operator for a new one, and check the clock of this computer.',
    CERT_NOT_YET_VALID: 'its certificate is not valid yet. Check the clock of this computer.',
    ERR_TLS_CERT_ALTNAME_INVALID: `its certificate was issued for another name. Check the address in ${addressIn}.`,
  };
  return (
    reasons[code] ??
    `no secure connection could be made. Check that the address and port in ${addressIn} speak HTTPS.`
  );
}

/** The code of a Node error, or the empty text. */
export function errorCode(error: unknown): string {
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
