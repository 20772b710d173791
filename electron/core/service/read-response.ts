import type { z } from 'zod';
import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';
import { isNestedDeeperThan } from '../base/bounded-json.ts';
import { errorReason } from './error-reason.ts';
import type { HttpResponse } from './http.ts';
import { describeRetryAfter } from './retry.ts';

/** The context of a response, for messages. */
export type ResponseContext = {
  /** The service as in a sentence; see `serviceName`. */
  readonly service: string;
  /** The requested object as in a sentence, for example `list of orders`. */
  readonly subject: string;
  /** Texts that must never be quoted, even if the service echoes them. */
  readonly secrets: readonly string[];
};

/**
 * Converts an error status to a failure (service.md, Errors), with the service's reason if it sends a short
 * one. Codes: `refused`, `signed-out`, `forbidden`, `not-found`, `method-not-allowed`, `server-error`,
 * `bad-response`.
 */
export function statusFailure(response: HttpResponse, context: ResponseContext): Failure {
  const { status } = response;
  const reason = errorReason(response, context.secrets);
  const retryAfterText = describeRetryAfter(response.headers);
  const quoted = `${reason === undefined ? '' : ` It says: “${reason}”`}${retryAfterText === undefined ? '' : ` ${retryAfterText}`}`;
  const { service, subject } = context;
  switch (status) {
    case 401:
      return fail('signed-out', `${service} does not accept this sign-in. Sign in again.${quoted}`, {
        status,
      }).failure;
    case 403:
      return fail('forbidden', `${service} does not let this account have the ${subject}.${quoted}`, {
        status,
      }).failure;
    case 404:
      return fail('not-found', `${service} does not have the ${subject}.${quoted}`, { status }).failure;
    case 405:
      return fail(
        'method-not-allowed',
        `${service} does not accept this kind of request for the ${subject}. Check the base address in the profile.${quoted}`,
        { status },
      ).failure;
    default:
      if (status >= 400 && status < 500) {
        return fail('refused', `${service} refused the ${subject} (status ${status}).${quoted}`, { status })
          .failure;
      }
      if (status >= 500) {
        const message = `${service} could not answer for the ${subject} (status ${status}). Try again later.${quoted}`;
        return fail('server-error', message, { status }).failure;
      }
      return fail(
        'bad-response',
        `${service} answered with status ${status}, which was not expected for the ${subject}.`,
        { status },
      ).failure;
  }
}

/** Documented responses need ten levels. Much deeper nesting could overflow the stack of recursive code. */
const maxNesting = 100;

/** Parses a JSON body with `schema`. Fails with `bad-response` and a description of the problem. */
export function readJson<T>(
  response: HttpResponse,
  schema: z.ZodType<T>,
  context: ResponseContext,
): Result<T> {
  const text = decodeText(response, context);
  if (!text.ok) return text;
  if (isNestedDeeperThan(text.value, maxNesting)) {
    return badResponse(
      response,
      context,
      `the ${context.subject} is nested deeper than ${maxNesting} levels`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch {
    return badResponse(response, context, `the ${context.subject} is not whole JSON`);
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return succeed(parsed.data);
  const issue = parsed.error.issues[0];
  const where = issue && issue.path.length > 0 ? ` at ${issue.path.join('.')}` : '';
  return badResponse(
    response,
    context,
    `the ${context.subject} has another shape than documented${where}${issue ? ` (${issue.message})` : ''}`,
  );
}

/** Decodes a body as UTF-8 text. Fails with `bad-response` for invalid UTF-8, and for HTML. */
export function decodeText(response: HttpResponse, context: ResponseContext): Result<string> {
  if (looksLikeHtml(response)) return badResponse(response, context, htmlInstead);
  try {
    return succeed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(response.body));
  } catch {
    return badResponse(response, context, `the ${context.subject} is not UTF-8 text`);
  }
}

/** A `bad-response` failure; `what` completes "NAME sent something that cannot be used: ". */
export function badResponse(response: HttpResponse, { service }: ResponseContext, what: string) {
  return fail('bad-response', `${service} sent something that cannot be used: ${what}.`, {
    status: response.status,
  });
}

/** The message for a web page in place of data. */
export const htmlInstead =
  'a web page came instead of data. Check the base address in the profile; a proxy or a sign-in page may stand in between';

/** Whether the body starts like a web page. */
export function looksLikeHtml({ body }: HttpResponse): boolean {
  return /^\uFEFF?\s*</.test(new TextDecoder().decode(body.subarray(0, 256)));
}
