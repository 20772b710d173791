import packageText from '../../../package.json?raw';

/** The version of this build, as package.json gives it. */
export const appVersion: string = (JSON.parse(packageText) as { version: string }).version;
