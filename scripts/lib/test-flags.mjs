import { parseArgs } from 'node:util';

/** Reads the flags of `npm test`: `--shard 1/2`, and `--changed` with or without a commit, by default the last one. */
export function parseTestFlags(args) {
  const options = { shard: { type: 'string' }, changed: { type: 'boolean' } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [commit, ...others] = positionals;
  if (others.length > 0 || (commit !== undefined && !values.changed)) {
    throw new Error(`“${positionals.join(' ')}” cannot be understood. A commit belongs to --changed.`);
  }
  return { shard: values.shard, changed: values.changed ? (commit ?? 'HEAD') : undefined };
}
