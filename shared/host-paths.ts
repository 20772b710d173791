/** The URL paths that the host handles; all others are files of the page. */
export const hostPaths = {
  api: '/api/',
  feed: '/feed/',
  chips: '/chips/',
  tiles: '/tiles/',
  layers: '/layers/',
  sources: '/sources/',
  exports: '/exports/',
  pictures: '/pictures',
  uploads: '/incoming',
} as const;

/** Whether `target`, a path with or without a query, has this path. */
export function isPathOf(target: string, path: string): boolean {
  return target === path || target.startsWith(`${path}?`);
}
