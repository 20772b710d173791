import { z } from 'zod';
import { profileSchema } from '../settings/profile.ts';

/** Whether the service answered the last time it was asked. `unknown` before the first request. */
export type Connection = 'online' | 'offline' | 'unknown';

/** Who is signed in where, and for how long. It never holds the token. */
export const sessionStateSchema = z.object({
  profile: profileSchema,
  status: z.enum(['signed-out', 'signed-in', 'expired']),
  /** The account that is signed in, or whose workspace is open while signed out. */
  username: z.string().optional(),
  /** End of the token's life, UTC ISO 8601; for display only, the main process counts on a monotonic clock. */
  expiresAt: z.string().optional(),
  /** Where the token is kept. `memory`: forgotten when Sightline closes, and `keychainProblem` says why. */
  tokenStorage: z.enum(['keychain', 'memory', 'none']),
  keychainProblem: z.string().optional(),
  /** Told once: the settings file was damaged or could not be written, and what was done about it. */
  settingsProblem: z.string().optional(),
  connection: z.enum(['online', 'offline', 'unknown']),
  /** Why the last request did not reach the service, for display beside `offline`. */
  connectionProblem: z.string().optional(),
  /** Whether a workspace file is open, and whether it may be written. */
  workspace: z.enum(['none', 'open', 'read-only']),
  workspacePath: z.string().optional(),
  workspaceProblem: z.string().optional(),
  /** A damaged file was set aside at this opening and a new one was begun: what it held may be rescued. */
  workspaceSetAside: z.string().optional(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

export const signInSchema = z.object({
  profileId: z.string(),
  username: z.string().trim().min(1, 'Type your user name.'),
  password: z.string().min(1, 'Type your password.'),
});
export type SignIn = z.infer<typeof signInSchema>;
