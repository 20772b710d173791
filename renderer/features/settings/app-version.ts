import packageText from '../../../package.json?raw';

/** The version in package.json. */
export const appVersion: string = (JSON.parse(packageText) as { version: string }).version;
