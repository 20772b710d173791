/** The id of the app in the system; the same as `appId` of electron-builder.yml. */
export const appId = 'app.sightline.Sightline';

/** The address of the page under Electron. */
export const appAddress = 'app://sightline/';

/**
 * Whether `address` is served by the app's handler. Compares protocol and host, since custom schemes have the origin
 * `null`. An address that cannot be parsed is not served.
 */
export function isAppAddress(address: string): boolean {
  const { protocol, host } = URL.parse(address) ?? {};
  return protocol === 'app:' && host === 'sightline';
}
