import { z } from 'zod';
import { refuseWith } from '../input-failure.ts';
import { type Failure, fail } from '../result.ts';
import { parseExpression } from './expression/parse-expression.ts';

/**
 * The text of an expression that can be read. Anything else is refused with the parser's message and position, and never
 * ignored.
 */
export const readableExpressionSchema = z.string().superRefine((text, context) => {
  const failure = checkExpression(text);
  if (failure) context.addIssue(refuseWith(failure));
});

function checkExpression(text: string): Failure | undefined {
  const parsed = parseExpression(text);
  if (parsed.ok) return undefined;
  const message = `${parsed.message} (at character ${parsed.at + 1})`;
  return fail('invalid-input', `The filter expression cannot be read. ${message}`, {
    problems: [{ field: 'expression', value: text, message }],
  }).failure;
}
