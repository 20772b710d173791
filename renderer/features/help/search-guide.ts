import type { GuidePage } from './guide-pages.ts';

/** A page that matches a search, and the line that shows why. */
export type GuideMatch = { readonly page: GuidePage; readonly excerpt: string | null };

/**
 * The pages that contain all words of a text, those with all words in their title first. Without a word all pages, with
 * no excerpt.
 */
export function searchGuide(pages: readonly GuidePage[], text: string): readonly GuideMatch[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return pages.map((page) => ({ page, excerpt: null }));
  const countIn = (line: string) => words.filter((word) => line.toLowerCase().includes(word)).length;
  const hasAll = (line: string) => countIn(line) === words.length;
  const matches = pages.filter((page) => hasAll(page.text));
  return [
    ...matches.filter(({ title }) => hasAll(title)),
    ...matches.filter(({ title }) => !hasAll(title)),
  ].map((page) => ({ page, excerpt: bestLine(page.text, countIn) }));
}

/** The line with the most of the words, the first of several. */
function bestLine(text: string, countIn: (line: string) => number): string {
  const lines = text.split('\n');
  const most = Math.max(...lines.map(countIn));
  return lines.find((line) => countIn(line) === most) ?? '';
}
