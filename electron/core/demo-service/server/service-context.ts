import type { IncomingMessage } from 'node:http';
import type { Catalog } from '../data/catalog.ts';
import { type DemoAccount, demoAccounts } from '../demo-credentials.ts';
import type { DemoState } from '../orders/state-file.ts';
import { type Answer, errorAnswer } from './answer.ts';
import type { TokenMint } from './token.ts';

/** What the endpoints work with. */
export type ServiceContext = {
  readonly brand: string;
  /** Epoch milliseconds UTC. */
  readonly now: () => number;
  /** How many times faster than usual orders move on. */
  readonly orderPace: number;
  readonly tokenLifetimeSeconds: number;
  readonly catalog: Catalog;
  readonly state: DemoState;
  readonly mint: TokenMint;
};

/** A request to an endpoint. */
export type Call = {
  readonly request: IncomingMessage;
  /** The parts of the path that the route leaves open, decoded. */
  readonly parameters: readonly string[];
};

/** Answers a call. */
export type Handler = (context: ServiceContext, call: Call) => Answer | Promise<Answer>;

/** Answers a call of a user who is signed in. */
export type AccountHandler = (
  context: ServiceContext,
  call: Call,
  account: DemoAccount,
) => Answer | Promise<Answer>;

/** The account whose token a request carries, or undefined when it carries none that holds. */
export function accountOf(context: ServiceContext, request: IncomingMessage): DemoAccount | undefined {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const username = token === undefined ? undefined : context.mint.check(token, context.now());
  return demoAccounts.find((account) => account.username === username);
}

/** 401: the request lacks valid credentials. */
export function unauthorized(): Answer {
  return errorAnswer(401, 'Sign in: send a valid access token as Authorization: Bearer <ACCESS_TOKEN>.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

/** A handler that answers 401 unless the request carries a valid token. */
export function withAccount(handler: AccountHandler): Handler {
  return (context, call) => {
    const account = accountOf(context, call.request);
    return account === undefined ? unauthorized() : handler(context, call, account);
  };
}
