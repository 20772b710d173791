/** All texts that the room `session` shows. */
export const texts = {
  commands: {
    signIn: 'Sign in',
    notConnected: 'The page is not connected yet.',
    signOut: 'Sign out',
    notSignedIn: 'No user is signed in.',
    signedOut: 'Signed out. The sign-in token was deleted; all data on this disk remains.',
    manageProfiles: 'Manage profiles',
    selectProfile: 'Select the profile',
    profileNotChanged: 'The profile was not changed.',
  },
  dialog: {
    newProfile: 'New profile',
    signIn: 'Sign in',
  },
  signIn: {
    label: 'Sign in',
    expired: 'Your sign-in has expired. Waiting jobs continue once you sign in again.',
    profile: 'Profile',
    profilesUnreadable: 'The profiles could not be read.',
    noAddress: 'Runs inside Sightline',
    newProfile: 'New profile…',
    userName: 'User name',
    password: 'Password',
    enterUserName: 'Enter your user name.',
    enterPassword: 'Enter your password.',
    fillBoth: 'Fill in both fields.',
    submit: 'Sign in',
    workOffline: 'Work offline',
  },
  demo: {
    about: 'The demo service runs inside Sightline and needs no network.',
    user: 'User',
    password: 'password',
    fillIn: 'Use these',
  },
  failures: {
    wrongCredentials: {
      title: 'Wrong user name or password.',
      remedy: 'Check both and try again. Accounts are created by the operator of the service.',
    },
    forbidden: {
      title: 'This account may not use the service.',
      remedy: 'Ask the operator of the service for access.',
    },
    theService: 'The service',
    unreachable: {
      remedy: 'Check the network, a VPN if one is needed, and the address in the profile.',
      title: (service: string) => `${service} cannot be reached.`,
    },
    timeout: {
      remedy: 'Try again. If this persists, the network or the service is too slow or blocked.',
      title: (service: string) => `${service} did not respond in time.`,
    },
    insecure: {
      title: 'The connection is not secure.',
      remedy:
        'The certificate of the service was not accepted. Check the address, this computer’s clock, and its trusted certificates.',
    },
    proxy: {
      title: 'The proxy does not connect to the service.',
      remedy: 'Check the proxy in Settings, Network.',
    },
    insecureAddress: {
      title: 'This address would send your password unencrypted.',
      remedy: 'Use an https address in the profile; plain http is accepted for this computer only.',
    },
    notTheService: {
      title: 'The server at this address is not the service.',
      remedy: 'Check the base address in the profile.',
    },
    serverError: {
      title: 'The service failed.',
      remedy: 'Try again in a moment.',
    },
    other: 'You were not signed in.',
  },
  profiles: {
    title: 'Profiles',
    new: 'New profile',
    unreadable: 'The profiles could not be read.',
  },
  profile: {
    inUse: 'In use',
    noAddress: 'Runs inside Sightline',
    selectNamed: (name: string) => `Use ${name}`,
    select: 'Use',
    editNamed: (name: string) => `Edit ${name}`,
    edit: 'Edit',
    deleteNamed: (name: string) => `Delete ${name}`,
    delete: 'Delete',
    confirmDelete: 'Delete this profile and its saved sign-in? Its workspaces stay on disk.',
    cancel: 'Cancel',
    deleted: (name: string) => `The profile “${name}” was deleted. Its workspaces stay on disk.`,
    notDeleted: 'The profile was not deleted.',
  },
  editor: {
    edit: 'Edit profile',
    new: 'New profile',
    name: 'Name',
    nameExample: 'Operations',
    baseAddress: 'Base address',
    baseAddressExample: 'https://api.example.org',
    imageAddress: 'Image address',
    imageAddressExample: 'https://images.example.org',
    brand: {
      label: 'Brand',
      hint: 'The operator’s name as it appears before _udp_analyticgeojsonrecord in queries.',
    },
    advanced: 'Advanced',
    braces: {
      label: 'Wrap the query in braces',
      hint: 'Only if the service refuses queries without them.',
    },
    tokenForImages: {
      label: 'Send the token with image requests',
      hint: 'Only if images are refused and the image address belongs to the service.',
    },
    save: 'Save profile',
    cancel: 'Cancel',
    notSaved: 'The profile was not saved.',
    invalidFields: 'Some fields are invalid.',
  },
  connectionTest: {
    test: 'Test connection',
    notTested: 'The connection was not tested.',
    results: 'Connection test',
    hops: {
      route: 'Proxy settings',
      name: 'Name',
      connection: 'Connection',
      proxy: 'Proxy',
      tls: 'Encryption',
      http: 'Service',
      'sign-in': 'Sign-in',
    },
    outcomes: { passed: 'passed', failed: 'failed', 'not tested': 'not tested' },
  },
  addressProblems: {
    missing: 'Enter an address such as https://api.example.org.',
    invalid: (address: string) =>
      `“${address}” is not a valid address. Enter one such as https://api.example.org.`,
    unencrypted: (address: string) =>
      `“${address}” would be sent unencrypted. Use https; http is allowed only for this computer.`,
    credentials: 'Remove the user name and password from the address.',
    query: 'Remove everything from “?” or “#” on.',
  },
} as const;
