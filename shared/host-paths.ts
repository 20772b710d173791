/** The paths of the app's URLs that the host answers itself; the files of the page have all others. */
export const hostPaths = {
  api: '/api/',
  feed: '/feed/',
  chips: '/chips/',
  tiles: '/tiles/',
  sources: '/sources/',
  exports: '/exports/',
  pictures: '/pictures',
  uploads: '/incoming',
} as const;

/** Whether `target`, a path with or without a query, has this path. */
export function isPathOf(target: string, path: string): boolean {
  return target === path || target.startsWith(`${path}?`);
}
