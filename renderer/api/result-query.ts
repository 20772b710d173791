import type { Result } from '../../shared/result.ts';
import { unwrap } from '../ui/failure-error.ts';

type Procedure<Input, Output> = {
  readonly query: (input: Input, options: { readonly signal: AbortSignal }) => Promise<Result<Output>>;
};

/** The key and function of a query that reads the result of a procedure; a failure is the error of the query. */
export function resultQuery<Key extends readonly unknown[], Input, Output>(
  queryKey: Key,
  procedure: Procedure<Input, Output>,
  input: NoInfer<Input>,
) {
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }) => unwrap(await procedure.query(input, { signal })),
  };
}
