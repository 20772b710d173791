/** A count and its noun for the reader: `1 record`, `2,000 records`. */
export function quantity(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`;
}
