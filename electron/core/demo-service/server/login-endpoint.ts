import { demoAccounts } from '../demo-credentials.ts';
import { errorResponse, jsonResponse } from './endpoint-response.ts';
import { readBody } from './read-body.ts';
import type { Handler } from './service-context.ts';

/** `POST /pas/login` (service.md, Login). */
export const login: Handler = async (context, { request }) => {
  const body = await readBody(request, 'application/x-www-form-urlencoded');
  if (!body.ok) return body.response;
  const form = new URLSearchParams(body.text);
  if (form.get('grant_type') !== 'password') return errorResponse(400, 'grant_type must be password.');
  const username = form.get('username');
  const password = form.get('password');
  if (!username || !password) return errorResponse(400, 'username and password are needed.');
  const account = demoAccounts.find((known) => known.username === username && known.password === password);
  if (account === undefined) return errorResponse(401, 'The user name or the password is wrong.');

  const expiresAt = context.now() + context.tokenLifetimeSeconds * 1000;
  return jsonResponse(
    200,
    {
      access_token: context.tokens.issue(account.username, expiresAt),
      token_type: 'Bearer',
      expires_in: context.tokenLifetimeSeconds,
    },
    { 'Cache-Control': 'no-store' },
  );
};
