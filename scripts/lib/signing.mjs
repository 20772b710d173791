/**
 * The flags of electron-builder for signing. Without a certificate (CSC_LINK or CSC_NAME) the app is signed ad hoc on
 * macOS: the fuses break Electron's signature, and Apple silicon starts no app without one.
 */
export function signingFlags(environment = process.env) {
  const hasCertificate = environment.CSC_NAME !== undefined || environment.CSC_LINK !== undefined;
  return hasCertificate ? [] : ['-c.mac.identity=-', '-c.mac.hardenedRuntime=false'];
}
