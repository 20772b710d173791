/** A name that is not taken yet: itself, or with a number from 2 on. */
export function freeTitle(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name}_${number}`;
  return free;
}

/** The same of all names of a heading, in their order: no column hides another one. */
export function freeNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const free = freeTitle(name, (each) => taken.has(each));
    taken.add(free);
    return free;
  });
}
