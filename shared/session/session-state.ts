import { z } from 'zod';
import { profileSchema } from '../settings/profile.ts';

/** Whether the service responded to the last request. `unknown` before the first request. */
export type Connection = 'online' | 'offline' | 'unknown';

/** Who is signed in to which service, and for how long. It never contains the token. */
export const sessionStateSchema = z.object({
  profile: profileSchema,
  status: z.enum(['signed-out', 'signed-in', 'expired']),
  /** The account that is signed in, or whose workspace is open while signed out. */
  username: z.string().optional(),
  /** Expiry of the token, UTC ISO 8601; for display only, the main process uses a monotonic clock. Absent when it is unknown. */
  expiresAt: z.string().optional(),
  /** Storage of the token. `memory`: lost when Sightline exits, for the reason in `keychainProblem`. */
  tokenStorage: z.enum(['keychain', 'memory', 'none']),
  keychainProblem: z.string().optional(),
  /** The technical causes of the problems of keychain, connection and workspace, where they are known. */
  keychainDetails: z.string().optional(),
  /** Reported once: the settings file was damaged or could not be written, and what was done about it. */
  settingsProblem: z.string().optional(),
  /** Limitations of the host, such as run the page in a sandbox. */
  hostProblem: z.string().optional(),
  connection: z.enum(['online', 'offline', 'unknown']),
  /** Reason why the last request did not reach the service, for display next to `offline`. */
  connectionProblem: z.string().optional(),
  connectionDetails: z.string().optional(),
  /** Whether a workspace file is open, and whether it may be written. */
  workspace: z.enum(['none', 'open', 'read-only']),
  workspacePath: z.string().optional(),
  /** Another one after a rebuild, which gives detections other ids. Absent for a file that was never written. */
  workspaceFileId: z.string().optional(),
  workspaceProblem: z.string().optional(),
  workspaceDetails: z.string().optional(),
  /** Path of a damaged file that was set aside when a new one was created; its data may be recoverable. */
  workspaceSetAside: z.string().optional(),
  /** Path of the chosen file, which is not there; the account's first one is open in its place. */
  workspaceMissing: z.string().optional(),
  /** Whether the open file has changed on the disk since it was closed; `workspaceProblem` states where. */
  workspaceDamaged: z.boolean().optional(),
  /** The kind of network drive that the open file is on, such as `NFS`. */
  workspaceNetworkDrive: z.string().optional(),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/**
 * Identifies the workspace and its ids of detections, so that a write that was made for one is not applied to another.
 * Undefined without a workspace.
 */
export function workspaceKey(
  state: Pick<SessionState, 'workspacePath' | 'workspaceFileId'> | null | undefined,
): string | undefined {
  if (state?.workspacePath === undefined) return undefined;
  return `${state.workspaceFileId ?? ''} ${state.workspacePath}`;
}

export const signInSchema = z.object({
  profileId: z.string(),
  username: z.string().trim().min(1, 'Type your user name.'),
  password: z.string().min(1, 'Type your password.'),
});
export type SignIn = z.infer<typeof signInSchema>;
