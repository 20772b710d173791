import { explainError } from '../../../../shared/error-text.ts';
import { fail, failFrom, type Result, succeed } from '../../../../shared/result.ts';
import type { Workspace } from './workspace.ts';

/** Returns the open workspace, if there is one. */
export type GetWorkspace = () => Workspace | undefined;

/** The open workspace; fails with `no-workspace`. */
export function getOpenWorkspace(open: GetWorkspace): Result<Workspace> {
  const workspace = open();
  return workspace
    ? succeed(workspace)
    : fail('no-workspace', 'No workspace is open. Sign in once to create one.');
}

/** The open workspace if it is writable; fails with `no-workspace`, `read-only` or `frozen`. */
export function getWritableWorkspace(open: GetWorkspace): Result<Workspace> {
  const opened = getOpenWorkspace(open);
  if (!opened.ok || opened.value.readOnly === undefined) return opened;
  return fail(
    opened.value.isFrozen ? 'frozen' : 'read-only',
    `The workspace cannot be changed: ${opened.value.readOnly}`,
  );
}

/** Fails unless this is the open workspace: with `frozen` while that is, else with `cancelled`. */
export function checkIsOpen(open: GetWorkspace, workspace: Workspace): Result<Workspace> {
  const other = open();
  if (other === workspace) return succeed(workspace);
  const isFrozen = other?.path === workspace.path && other.readOnly !== undefined;
  return isFrozen ? getWritableWorkspace(open) : fail('cancelled', 'The workspace was closed meanwhile.');
}

const notWritten = 'The change could not be written to the workspace.';

/** A write that the workspace has refused or could not do; the message is for the user. */
export class WriteFailed extends Error {
  /** Whether it was refused because the workspace is frozen. */
  readonly isFrozen: boolean;
  constructor(error: unknown, isFrozen = false) {
    // A text is the reason of a refusal. An explained error has the cause that callers go by.
    super(typeof error === 'string' ? error : explainError(error, notWritten).message, {
      cause: error instanceof Error ? (error.cause ?? error) : error,
    });
    this.name = 'WriteFailed';
    this.isFrozen = isFrozen;
  }
}

/** The failure of a write that was rejected, with its message: `frozen` while the workspace is, else `disk`. */
export function failedWrite(error: unknown): Result<never> {
  const code = error instanceof WriteFailed && error.isFrozen ? 'frozen' : 'disk';
  return failFrom(code, error, notWritten);
}

/** Reads the open workspace. Fails with `no-workspace`. */
export async function readWorkspace<T>(
  open: GetWorkspace,
  read: (workspace: Workspace) => Promise<Result<T>>,
): Promise<Result<T>> {
  const opened = getOpenWorkspace(open);
  return opened.ok ? read(opened.value) : opened;
}

/** Changes the open workspace. Fails with `no-workspace`, `read-only`, `frozen`, or `disk` when a write failed. */
export async function changeWorkspace<T>(
  open: GetWorkspace,
  change: (workspace: Workspace) => Promise<Result<T>>,
): Promise<Result<T>> {
  const opened = getWritableWorkspace(open);
  if (!opened.ok) return opened;
  try {
    return await change(opened.value);
  } catch (error) {
    if (error instanceof WriteFailed) return failedWrite(error);
    throw error;
  }
}

/** Converts the outcome of a write to a `Result`; a rejection becomes that of `failedWrite`. */
export async function toWriteResult<T>(write: Promise<T>): Promise<Result<T>> {
  try {
    return succeed(await write);
  } catch (error) {
    return failedWrite(error);
  }
}
