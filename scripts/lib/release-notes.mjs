/**
 * The section of the changelog for `tag` (`v0.1.0` or `0.1.0`). Throws when it has none, or when the project's version is
 * another one.
 */
export function releaseNotes(changelog, tag, projectVersion) {
  const version = tag.replace(/^v/, '');
  if (version !== projectVersion) {
    throw new Error(`The version in package.json is ${projectVersion}, not “${version}”.`);
  }
  const [, ...sections] = changelog.split(/^## /m);
  const section = sections.find((text) => text.split('\n', 1)[0].trim() === version);
  const notes = section?.split('\n').slice(1).join('\n').trim();
  if (!notes) throw new Error(`CHANGELOG.md has nothing about version ${version}.`);
  return notes;
}
