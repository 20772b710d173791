import { formatTime } from '../../shared/format.ts';

/** An instant as text in UTC. `zone` false leaves out the `Z` where the heading states UTC. */
export function TimeText({ value, zone = true }: { readonly value: string; readonly zone?: boolean }) {
  return <time dateTime={value}>{formatTime(value, { zone })}</time>;
}
