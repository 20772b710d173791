import { formatUtc } from './format.ts';

/** An instant as text in UTC. `zone` false leaves out the `Z` where the heading says UTC. */
export function TimeText({ value, zone = true }: { readonly value: string; readonly zone?: boolean }) {
  return <time dateTime={value}>{formatUtc(value, { zone })}</time>;
}
