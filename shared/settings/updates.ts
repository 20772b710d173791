import { z } from 'zod';

/**
 * The address of a folder on a web server with updates. Empty: none. (`shared` has no `URL`.) HTTP is for this computer
 * only.
 */
export const updateAddressSchema = z
  .string()
  .trim()
  .max(2000)
  .regex(
    /^(https:\/\/[^\s?#]+|http:\/\/(127\.0\.0\.1|localhost)(:\d{1,5})?(\/[^\s?#]*)?)?$/,
    'Enter the address of a folder that begins with https://, such as https://updates.example.org/sightline, or leave it empty.',
  );

/** A newer version that can be installed. */
export type AvailableUpdate = {
  readonly version: string;
  /** ISO 8601, or null where its description does not name it. */
  readonly releasedAt: string | null;
  /** Size of the package in bytes, or null where its description does not name it. */
  readonly bytes: number | null;
  /** The server or the folder that offers it. */
  readonly from: string;
};

/** State of updates. `ready`: its package is fetched and verified, and is installed when Sightline restarts. */
export type UpdateStage =
  | { readonly kind: 'none' }
  | { readonly kind: 'checking' }
  /** The source offers no newer version; `offered` is its own. */
  | { readonly kind: 'current'; readonly offered: string }
  | { readonly kind: 'available'; readonly update: AvailableUpdate }
  | { readonly kind: 'fetching'; readonly update: AvailableUpdate; readonly receivedBytes: number }
  | { readonly kind: 'ready'; readonly update: AvailableUpdate };

/** The updates of Sightline for display. */
export type UpdateState = {
  readonly currentVersion: string;
  readonly address: string;
  /** Reason why this Sightline cannot update itself, with what to do instead, or null. */
  readonly problem: string | null;
  /** Verification on this system before an update is installed. */
  readonly verification: string;
  readonly stage: UpdateStage;
};
