/** All texts of the section Network of the settings. */
export const networkTexts = {
  title: 'Network',
  about:
    'Everything that leaves this computer follows these settings: the service, image chips, basemaps and updates. Connections to this computer itself never use a proxy.',
  loading: 'Loading the network settings…',
  notRead: 'The network settings were not read.',
  proxy: {
    label: 'Proxy',
    modes: { system: 'System', manual: 'Manual', script: 'Script (PAC)', none: 'None' },
    scriptNeedsElectron: 'Scripts need the Electron host.',
    systemSettings: 'As the operating system is set, including its proxy scripts.',
    environment: (variables: string | null) =>
      variables === null
        ? 'The environment names no proxy (HTTPS_PROXY, HTTP_PROXY, ALL_PROXY), so connections are direct.'
        : `From the environment: ${variables}`,
    address: 'Address',
    addressExample: 'http://proxy.example.org:8080',
    script: 'Address of the script',
    scriptExample: 'http://proxy.example.org/proxy.pac',
    exceptions: 'Connect directly to',
    exceptionsHelp: 'Hosts, separated by commas: example.org with all below it, 10.0.0.0/8, <local>.',
    userName: 'User name',
    userNameHelp: 'Only if the proxy wants a login (Basic).',
    password: 'Password',
    passwordStored: 'Stored in the keychain',
    passwordInMemory: 'Kept until Sightline exits',
    save: 'Save proxy',
    saved: 'The proxy settings were saved.',
    notSaved: 'The proxy settings were not saved.',
    notInKeychain: (reason: string) => `The password is lost when Sightline exits. ${reason}`,
  },
  authorities: {
    title: 'Added certificate authorities',
    about: 'Trusted in addition to those of the operating system.',
    none: 'None.',
    add: 'Add authority…',
    remove: 'Remove',
    removeNamed: (name: string) => `Remove the authority ${name}`,
    removed: 'The authority was removed.',
    notAdded: 'The authority was not added.',
    notRemoved: 'The authority was not removed.',
  },
  client: {
    title: 'Client certificate',
    about: 'For services that ask for one. A PFX file, or a PEM file with certificate and private key.',
    none: 'None.',
    passphrase: 'Passphrase of the file',
    choose: 'Choose file…',
    remove: 'Remove',
    removed: 'The client certificate was removed.',
    notSet: 'The client certificate was not set.',
  },
  certificate: (subject: string, issuer: string, validTo: string) =>
    `${subject}, issued by ${issuer}, valid until ${validTo}`,
} as const;
