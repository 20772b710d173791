import type { z } from 'zod';
import { type Failure, fail, type Result, succeed } from '../../../shared/result.ts';
import { errorReason } from './error-reason.ts';
import type { HttpResponse } from './http.ts';
import { isNestedDeeperThan } from './nesting.ts';
import { patienceWords } from './retry.ts';

/** What an answer is about, for messages. */
export type AnswerContext = {
  /** Host and port that answered. */
  readonly host: string;
  /** What was asked for, to stand after "The service … did not", for example `list of orders`. */
  readonly subject: string;
  /** What must never be quoted although the service may echo it. */
  readonly secrets: readonly string[];
};

/**
 * A status other than success as a failure (ordering document, section 7), with the service's own reason where it
 * gives a short one. Codes: `refused`, `signed-out`, `forbidden`, `not-found`, `method-not-allowed`, `server-error`,
 * `bad-response`.
 */
export function statusFailure(response: HttpResponse, context: AnswerContext): Failure {
  const { status } = response;
  const reason = errorReason(response, context.secrets);
  const patience = patienceWords(response.headers['retry-after'], Date.now());
  const says = `${reason === undefined ? '' : ` It says: “${reason}”`}${patience === undefined ? '' : ` ${patience}`}`;
  const { host, subject } = context;
  switch (status) {
    case 401:
      return fail('signed-out', `${host} no longer accepts this sign-in. Sign in again.${says}`, { status })
        .failure;
    case 403:
      return fail('forbidden', `${host} does not let this account have the ${subject}.${says}`, { status })
        .failure;
    case 404:
      return fail('not-found', `${host} does not have the ${subject}.${says}`, { status }).failure;
    case 405:
      return fail(
        'method-not-allowed',
        `${host} does not take this kind of request for the ${subject}. Check the base address in the profile.${says}`,
        { status },
      ).failure;
    default:
      if (status >= 400 && status < 500) {
        return fail('refused', `${host} refused the ${subject} (status ${status}).${says}`, { status })
          .failure;
      }
      if (status >= 500) {
        const message = `${host} could not answer for the ${subject} (status ${status}). Try again later.${says}`;
        return fail('server-error', message, { status }).failure;
      }
      return fail(
        'bad-response',
        `${host} answered with status ${status}, which was not expected for the ${subject}.`,
        { status },
      ).failure;
  }
}

/** What is documented needs ten levels. Far more would use up the stack of whoever copies or prints it. */
const maxNesting = 100;

/** The JSON of a body, in the shape of `schema`. Fails with `bad-response`, saying what came instead. */
export function readJson<T>(response: HttpResponse, schema: z.ZodType<T>, context: AnswerContext): Result<T> {
  const text = readText(response, context);
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

/** A body as UTF-8 text that may be JSON. Fails with `bad-response` for bytes that are no text, and for HTML. */
export function readText(response: HttpResponse, context: AnswerContext): Result<string> {
  if (looksLikeHtml(response)) return badResponse(response, context, htmlInstead);
  try {
    return succeed(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(response.body));
  } catch {
    return badResponse(response, context, `the ${context.subject} is not UTF-8 text`);
  }
}

/** A `bad-response` failure; `what` continues "host sent something that cannot be used: ". */
export function badResponse(response: HttpResponse, { host }: AnswerContext, what: string) {
  return fail('bad-response', `${host} sent something that cannot be used: ${what}.`, {
    status: response.status,
  });
}

/** What to say of a page that came in place of data. */
export const htmlInstead =
  'a web page came instead of data. Check the base address in the profile; a proxy or a sign-in page may stand in between';

/** Whether the body begins like a web page. */
export function looksLikeHtml({ body }: HttpResponse): boolean {
  return /^\uFEFF?\s*</.test(new TextDecoder().decode(body.subarray(0, 256)));
}
