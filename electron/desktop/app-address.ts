/** The address of the page under Electron. */
export const appAddress = 'app://sightline/';

/** Whether `address` is served by our own handler. By parts: Node gives custom schemes the origin `null`. */
export function isAppAddress(address: string): boolean {
  const { protocol, host } = new URL(address);
  return protocol === 'app:' && host === 'sightline';
}
