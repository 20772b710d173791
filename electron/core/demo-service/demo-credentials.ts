/** An account of the demo service. */
export type DemoAccount = {
  readonly username: string;
  readonly password: string;
  /** UUID of the user: `owner` of the orders it places. */
  readonly userId: string;
  /** UUID of the company: users of one customer see each other's orders. */
  readonly customerId: string;
  /** Regions whose records and chips the account may see. Records that name no region are for those who may see both. */
  readonly regions: readonly string[];
};

/** The user name and password that the sign-in form shows for the built-in profile. They are valid for the demo service only. */
export const demoCredentials = { username: 'analyst@example.org', password: 'sightline' } as const;

/**
 * A second account with fewer permissions: only East Asia. Its pages without a region filter are much shorter, its
 * list of orders is empty at first, and chips of other regions return 403.
 */
export const limitedDemoCredentials = { username: 'limited@example.org', password: 'sightline' } as const;

/** The default account; the initial orders belong to its customer. */
export const mainAccount: DemoAccount = {
  ...demoCredentials,
  userId: '6f1f7f0e-52d4-4c6e-9f0b-1b7c5f3a8d21',
  customerId: 'c2b6a1de-8f5e-4f7b-8a7f-0d5a2f6e9b34',
  regions: ['East Asia', 'Eastern Europe'],
};

/** All accounts of the demo service. */
export const demoAccounts: readonly DemoAccount[] = [
  mainAccount,
  {
    ...limitedDemoCredentials,
    userId: '0b9d3c52-7f1a-4e0d-a3c6-5d2e8b4f7a19',
    customerId: '9d47e3b8-1c2f-4a65-b8d9-3e6f0a7c5b42',
    regions: ['East Asia'],
  },
];

/** An order of another customer, for which every account gets 403. */
export const foreignOrderId = 'ord-7c1e5a90-foreign';

/** The stored request of that order; 403 as well. */
export const foreignRequestId = 'e4a8d1c7-3b5f-4d2e-9c6a-8f7b1e0d2a53';
