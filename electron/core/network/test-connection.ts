import type tls from 'node:tls';
import { formatUtc } from '../../../shared/format.ts';
import type { Failure } from '../../../shared/result.ts';
import type { ConnectionHop, ConnectionHopResult } from '../../../shared/settings/network.ts';
import { ConnectError, type Target } from '../service/connect-error.ts';
import { findRoute, type Http, isProtected } from '../service/http.ts';
import type { NetworkAccess, ProxyServer } from '../service/network-access.ts';
import { errorCode, networkFailure } from '../service/network-failure.ts';
import { type ConnectStep, openConnection } from '../service/open-connection.ts';

type TestDeps = {
  readonly network: NetworkAccess;
  readonly http: Http;
  /** The token for the address, if the user is signed in there. */
  readonly tokenFor: (baseUrl: URL) => string | undefined;
  readonly connectMs: number;
  /** Called with the time that the service states, epoch milliseconds. */
  readonly onDate?: ((dateMs: number) => void) | undefined;
};

const addressIn = 'the profile';

/** Connects to the service at `baseUrl` hop by hop, and ends with the first hop that fails. Never rejects. */
export async function testConnection(
  deps: TestDeps,
  baseUrl: string,
  signal: AbortSignal | undefined,
): Promise<readonly ConnectionHopResult[]> {
  const results: ConnectionHopResult[] = [];
  const pass = (hop: ConnectionHop, detail: string) => results.push({ hop, outcome: 'passed', detail });
  const end = (hop: ConnectionHop, detail: string, outcome: 'failed' | 'not tested' = 'failed') => [
    ...results,
    { hop, outcome, detail },
  ];

  const url = URL.parse(`${baseUrl.trim().replace(/\/+$/, '')}/ios/order`);
  if (!url || !isProtected(url)) {
    return end('route', 'This is no address of a service. Enter one that begins with https://.');
  }
  let route: readonly (ProxyServer | null)[];
  try {
    route = await findRoute(url, deps.network, deps.connectMs);
  } catch (error) {
    return end('route', withCause(networkFailure(error, url.host, addressIn)));
  }
  pass('route', describeRoute(route));

  const reached = await connect(deps, url, route);
  results.push(...reached.passed);
  if (reached.failed) return end(reached.failed.hop, reached.failed.detail);

  const request = { method: 'GET', url, maxBytes: 64 * 2 ** 20, connection: 'fresh', signal } as const;
  const open = await deps.http({ ...request, headers: { Accept: 'application/json' } });
  if (!open.ok) return end('http', withCause(open.failure));
  const { status } = open.response;
  const dateMs = Date.parse(open.response.headers.date ?? '');
  if (Number.isFinite(dateMs)) deps.onDate?.(dateMs);
  if (status === 404 || status >= 500) {
    return end('http', `${url.host} answered with status ${status}. Check the path of the base address.`);
  }
  pass('http', `${url.host} answers (status ${status}).`);

  const token = deps.tokenFor(url);
  if (token === undefined) return end('sign-in', 'You are not signed in with this profile.', 'not tested');
  const signedIn = await deps.http({
    ...request,
    headers: { Accept: 'application/json', Authorization: `Bearer ${token}` },
  });
  if (!signedIn.ok) return end('sign-in', withCause(signedIn.failure));
  if (signedIn.response.status !== 200) {
    return end(
      'sign-in',
      `${url.host} does not accept this sign-in (status ${signedIn.response.status}). Sign in again.`,
    );
  }
  pass('sign-in', 'The service accepts this sign-in.');
  return results;
}

/** A test of the network is for those who look for the technical cause. */
function withCause({ message, details }: Failure): string {
  return details === undefined ? message : `${message} (${details})`;
}

function describeRoute(route: readonly (ProxyServer | null)[]): string {
  const names = route.map((proxy) =>
    proxy === null
      ? 'directly'
      : `through the ${proxy.kind === 'socks5' ? 'SOCKS ' : ''}proxy ${proxy.host}:${proxy.port}`,
  );
  return `Connections go ${names.join(', else ')}.`;
}

type Reached = {
  readonly passed: readonly ConnectionHopResult[];
  readonly failed?: { readonly hop: ConnectionHop; readonly detail: string };
};

/** Connects along the route like a request does; returns the hops of the attempt that succeeded, or of the last one. */
async function connect(deps: TestDeps, url: URL, route: readonly (ProxyServer | null)[]): Promise<Reached> {
  const isSecure = url.protocol === 'https:';
  const port = url.port === '' ? (isSecure ? 443 : 80) : Number(url.port);
  const target: Target = { host: url.hostname, port, isSecure };
  let last: Reached = { passed: [] };
  for (const proxy of route) {
    last = await connectOnce(deps, url, target, proxy);
    const isUnreachableProxy = proxy !== null && ['name', 'connection'].includes(last.failed?.hop ?? '');
    if (!isUnreachableProxy) break;
  }
  return last;
}

async function connectOnce(
  { network, connectMs }: TestDeps,
  url: URL,
  target: Target,
  proxy: ProxyServer | null,
): Promise<Reached> {
  const passed: ConnectionHopResult[] = [];
  const onStep = (step: ConnectStep) => passed.push(describeStep(step, target));
  try {
    const secureContext = () => network.secureContext(true);
    const socket = await openConnection(target, proxy, { connectMs, secureContext, onStep });
    socket.destroy();
    return { passed };
  } catch (error) {
    const message = withCause(networkFailure(error, url.host, addressIn));
    const hop = failedHop(error, passed, proxy);
    const certificate = hop === 'tls' ? await inspectCertificate(network, connectMs, target, proxy) : '';
    return { passed, failed: { hop, detail: `${message}${certificate}` } };
  }
}

function describeStep(step: ConnectStep, { host }: Target): ConnectionHopResult {
  switch (step.step) {
    case 'name':
      return { hop: 'name', outcome: 'passed', detail: `${step.host} is ${step.address}.` };
    case 'connected':
      return {
        hop: 'connection',
        outcome: 'passed',
        detail: `${step.host}:${step.port} accepts connections.`,
      };
    case 'tunnel':
      return { hop: 'proxy', outcome: 'passed', detail: `The proxy ${step.proxy} connects to ${host}.` };
    case 'secure':
      return { hop: 'tls', outcome: 'passed', detail: describePeer(step.socket) };
  }
}

function failedHop(
  error: unknown,
  passed: readonly ConnectionHopResult[],
  proxy: ProxyServer | null,
): ConnectionHop {
  if (!(error instanceof ConnectError)) return 'tls';
  const isConnected = passed.some(({ hop }) => hop === 'connection');
  if (error.stage === 'connecting' || (error.stage === 'too-slow' && !isConnected)) {
    return /^(ENOTFOUND|EAI_AGAIN)$/.test(errorCode(error.cause)) ? 'name' : 'connection';
  }
  const isTunnelOpen = proxy === null || passed.some(({ hop }) => hop === 'proxy');
  return isTunnelOpen ? 'tls' : 'proxy';
}

/** Connects again without verifying, to describe the certificate that was rejected. Nothing is sent. */
async function inspectCertificate(
  network: NetworkAccess,
  connectMs: number,
  target: Target,
  proxy: ProxyServer | null,
): Promise<string> {
  let description = '';
  try {
    const socket = await openConnection(target, proxy, {
      connectMs,
      secureContext: () => network.secureContext(false),
      onStep: (step) => {
        if (step.step === 'secure') description = ` ${describePeer(step.socket)}`;
      },
      inspectsCertificate: true,
    });
    socket.destroy();
  } catch {
    // The failure of the first attempt is shown without a certificate.
  }
  return description;
}

/** The names, issuer and dates of the server's certificate. */
function describePeer(socket: tls.TLSSocket): string {
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return 'The server has no certificate.';
  const { subject, subjectAltName, issuer, validFromDate, validToDate } = certificate;
  const names = subjectAltName?.replaceAll('DNS:', '').replaceAll('IP Address:', '') ?? commonName(subject);
  const dates = `${formatUtc(validFromDate.toISOString())} to ${formatUtc(validToDate.toISOString())}`;
  return `Its certificate is for ${names}, issued by ${commonName(issuer)}, valid from ${dates}.`;
}

function commonName(distinguishedName: string): string {
  return /^CN=(.*)$/m.exec(distinguishedName)?.[1] ?? distinguishedName.replaceAll('\n', ', ');
}
