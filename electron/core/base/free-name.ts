import path from 'node:path';

/** `name`, or the first of `name-2`, `name-3`, … that is not taken. */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  const { name: stem, ext } = path.parse(name);
  let candidate = name;
  for (let count = 2; isTaken(candidate); count += 1) candidate = `${stem}-${count}${ext}`;
  return candidate;
}
