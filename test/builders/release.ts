import { createHash } from 'node:crypto';

/** The name of the description that electron-updater reads on Linux. */
export const channelFile = process.arch === 'x64' ? 'latest-linux.yml' : `latest-linux-${process.arch}.yml`;

/** The description of an update, as electron-builder writes it next to the package at `url`. */
export function describeRelease(version: string, contents: string, url: string): string {
  const sha512 = createHash('sha512').update(contents).digest('base64');
  return `version: ${version}
files:
  - url: ${url}
    sha512: ${sha512}
    size: ${contents.length}
path: ${url}
sha512: ${sha512}
releaseDate: '2026-12-01T10:00:00.000Z'
`;
}
