import type { IncomingMessage } from 'node:http';
import type { Catalog } from '../data/catalog.ts';
import { type DemoAccount, demoAccounts } from '../demo-credentials.ts';
import type { DemoState } from '../orders/state-file.ts';
import type { AccessTokens } from './access-tokens.ts';
import { type EndpointResponse, errorResponse } from './endpoint-response.ts';

/** The context of the endpoints. */
export type ServiceContext = {
  readonly brand: string;
  /** Epoch milliseconds UTC. */
  readonly now: () => number;
  /** Speed factor of order processing. */
  readonly orderPace: number;
  readonly tokenLifetimeSeconds: number;
  /** Loaded by the first request that needs it: most of the time of a start. */
  readonly catalog: () => Promise<Catalog>;
  readonly state: DemoState;
  readonly tokens: AccessTokens;
};

/** A request to an endpoint. */
export type EndpointCall = {
  readonly request: IncomingMessage;
  /** The decoded parameters of the path. */
  readonly parameters: readonly string[];
};

/** Handles a call. */
export type Handler = (
  context: ServiceContext,
  call: EndpointCall,
) => EndpointResponse | Promise<EndpointResponse>;

/** Handles a call with a valid token. */
export type AccountHandler = (
  context: ServiceContext,
  call: EndpointCall,
  account: DemoAccount,
) => EndpointResponse | Promise<EndpointResponse>;

/** The account whose token a request carries, or undefined when it has no valid one. */
export function accountOf(context: ServiceContext, request: IncomingMessage): DemoAccount | undefined {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const username = token === undefined ? undefined : context.tokens.check(token, context.now());
  return demoAccounts.find((account) => account.username === username);
}

/** 401: the request lacks valid credentials. */
export function unauthorized(): EndpointResponse {
  return errorResponse(401, 'Sign in: send a valid access token as Authorization: Bearer <ACCESS_TOKEN>.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** A handler that returns 401 unless the request has a valid token. */
export function withAccount(handler: AccountHandler): Handler {
  return (context, call) => {
    const account = accountOf(context, call.request);
    return account === undefined ? unauthorized() : handler(context, call, account);
  };
}
