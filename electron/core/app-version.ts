/** The version of this build. A test holds it to that of package.json, which no worker's bundle can read. */
export const appVersion = '0.1.0';
