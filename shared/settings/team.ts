import { z } from 'zod';
import type { Failure } from '../result.ts';
import { certificateFileSchema } from './network.ts';

/** Address and account of the team database. The password is in the keychain. */
export const teamSettingsSchema = z.object({
  /** The name in the server's certificate; a folder, which begins with `/`, has a socket of this computer. */
  host: z.string().trim().max(500),
  /** Address to connect to instead, such as the near end of an ssh tunnel; empty: to `host`. */
  address: z.string().trim().max(500),
  port: z.int().min(1).max(65_535),
  database: z.string().trim().max(63),
  user: z.string().trim().max(63),
  /** The file of the authority that issued the server's certificate; null: those of the runtime. */
  authority: certificateFileSchema.nullable(),
});
export type TeamSettings = z.infer<typeof teamSettingsSchema>;

/** Form values of the team. A null password leaves the stored one; an empty one removes it. */
export const teamFormSchema = teamSettingsSchema
  .omit({ authority: true })
  .extend({ password: z.string().max(1000).nullable() })
  .superRefine(({ host, address, database, user }, context) => {
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (host === '') refuse('host', 'Enter the name of the server, as in its certificate.');
    for (const [field, value] of Object.entries({ host, address })) {
      if (/[\s@?]|:\/\//.test(value))
        refuse(field, 'Enter the name only, without a scheme, login or options.');
    }
    if (database === '') refuse('database', 'Enter the name of the database.');
    if (user === '') refuse('user', 'Enter your login on the server.');
  });
export type TeamForm = z.infer<typeof teamFormSchema>;

/** The settings of the team for display. It never contains the password. */
export type TeamState = {
  /** Null without a team. */
  readonly settings: TeamSettings | null;
  /** Storage of the password. `memory`: lost when Sightline exits, for the reason in `keychainProblem`. */
  readonly passwordStorage: 'none' | 'keychain' | 'memory';
  readonly keychainProblem: string | null;
};

/** The hops of a connection to a team database, in order. */
export const teamHops = ['name', 'connection', 'tls', 'sign-in', 'database', 'tables'] as const;
export type TeamHop = (typeof teamHops)[number];

/** The outcome of a connection test: the hop that failed and why, or what the user may do. */
export type TeamTest =
  | { readonly failedAt: TeamHop; readonly failure: Failure }
  | {
      readonly failedAt: null;
      readonly teamId: string;
      readonly mayReview: boolean;
      readonly mayPublish: boolean;
    };
