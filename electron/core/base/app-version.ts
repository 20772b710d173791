/** The version of this build. A test compares it with package.json, which a worker's bundle cannot read. */
export const appVersion = '0.1.0';
