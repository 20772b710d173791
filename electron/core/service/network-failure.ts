import { type Failure, fail } from '../../../shared/result.ts';
import { ConnectError } from './connect.ts';

/**
 * Converts a failed connection or transfer to a failure with a message for the user. It never quotes Node's error,
 * which may contain headers. `addressIn`: where the user entered the address.
 *
 * Codes: `unreachable`, `tls`, `timeout`, and `bad-response` for what is no HTTP (llhttp's `HPE_…`).
 */
export function networkFailure(error: unknown, host: string, addressIn: string): Failure {
  if (!(error instanceof ConnectError)) {
    if (errorCode(error).startsWith('HPE_')) {
      const message = `${host} does not answer as a web service does. Check the address and the port in ${addressIn}.`;
      return fail('bad-response', message).failure;
    }
    return fail(
      'unreachable',
      `The connection to ${host} broke before the whole answer had come${codeSuffix(error)}. Try again.`,
    ).failure;
  }
  const code = errorCode(error.cause);
  if (error.stage === 'too-slow') {
    return fail('timeout', `${host} did not accept a connection in time. Check the address and the network.`)
      .failure;
  }
  if (error.stage === 'handshake' && !connectionCodes.has(code)) return tlsFailure(code, host, addressIn);
  return fail('unreachable', unreachableMessage(code, host, addressIn)).failure;
}

/** Error codes of a broken connection, as opposed to a rejected certificate. */
const connectionCodes: ReadonlySet<string> = new Set([
  '',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
]);

function unreachableMessage(code: string, host: string, addressIn: string): string {
  switch (code) {
    case 'ENOTFOUND':
      return `The name ${host} is not known. Check the address in ${addressIn} for typing errors.`;
    case 'EAI_AGAIN':
      return `The name ${host} could not be looked up. Check the network connection.`;
    case 'ECONNREFUSED':
      return `Nothing answers at ${host}: the connection was refused. Check the address and the port in ${addressIn}.`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ENETDOWN':
      return `There is no way to ${host} from here. Check the network connection.`;
    case 'ETIMEDOUT':
      return `${host} did not answer. Check the address and the network.`;
    default:
      return `${host} cannot be reached${code && ` (${code})`}. Check the address and the network.`;
  }
}

function tlsFailure(code: string, host: string, addressIn: string): Failure {
  return fail('tls', `${host} cannot be trusted: ${tlsReason(code, addressIn)} Nothing was sent.`).failure;
}

function tlsReason(code: string, addressIn: string): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return 'its certificate has expired. Ask its operator for a new one, and check the clock of this computer.';
    case 'CERT_NOT_YET_VALID':
      return 'its certificate is not valid yet. Check the clock of this computer.';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `its certificate was issued for another name. Check the address in ${addressIn}.`;
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return `its certificate was not issued by an authority that this computer trusts (${code}). Check the address, or ask its operator.`;
    default:
      return `no secure connection could be made (${code}). Check that the address and port in ${addressIn} speak HTTPS.`;
  }
}

function codeSuffix(error: unknown): string {
  const code = errorCode(error);
  return code && ` (${code})`;
}

function errorCode(error: unknown): string {
  if (error instanceof AggregateError) return errorCode(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
