import { isAisField } from './builtin-fields.ts';
import { fieldsOf } from './expression/fields-of.ts';
import { parseExpression } from './expression/parse-expression.ts';

/** Whether an expression is about what AIS files let infer. */
export function usesAis(expression: string | undefined): boolean {
  const parsed = expression === undefined ? undefined : parseExpression(expression);
  return parsed?.ok === true && fieldsOf(parsed.expression).some(isAisField);
}
