import { z } from 'zod';
import { chipCacheLimitSchema, defaultChipCacheLimit } from '../../../shared/chips/chip-cache.ts';
import { defaultTileCacheLimit, tileCacheLimitSchema } from '../../../shared/map-sources/map-source-state.ts';
import { networkSettingsSchema } from '../../../shared/settings/network.ts';
import { demoProfileId, profileSchema } from '../../../shared/settings/profile.ts';
import { teamSettingsSchema } from '../../../shared/settings/team.ts';
import { updateAddressSchema } from '../../../shared/settings/updates.ts';
import { storedSourceSchema } from './stored-source.ts';

/** The contents of `<data dir>/settings.json`. It never contains a token or a password. */
export const settingsSchema = z.object({
  version: z.literal(1),
  currentProfileId: z.string(),
  /** The user's profiles; the demo profile is built in. */
  profiles: z.array(profileSchema.extend({ kind: z.literal('custom') }).omit({ demoCredentials: true })),
  /** The last signed-in user name by profile id, whose workspace opens at the next start. */
  lastUsernames: z.record(z.string(), z.string()),
  /** The workspace file that an account has chosen, by its file stem; see `workspace-choice.ts`. */
  workspaceFiles: z.record(z.string(), z.string()).optional(),
  /** The reviewer's name of an account by its file stem; by default its user name. */
  reviewers: z.record(z.string(), z.string()).optional(),
  /** Maximum size of the chip cache in bytes. */
  chipCacheLimit: chipCacheLimitSchema.default(defaultChipCacheLimit),
  /** The basemaps that the user has added. */
  mapSources: z.array(storedSourceSchema).default([]),
  /** Maximum size of the cache of their tiles in bytes. */
  tileCacheLimit: tileCacheLimitSchema.default(defaultTileCacheLimit),
  /** Proxies and certificates, if they were set. */
  network: networkSettingsSchema.optional(),
  /** The team database, if there is one. */
  team: teamSettingsSchema.optional(),
  /** Whether the desktop app stays in the notification area when its window is closed; not where it is missing. */
  staysInTray: z.boolean().optional(),
  /** The address of updates; none where it is missing or empty. */
  updateAddress: updateAddressSchema.optional(),
});
export type AppSettings = z.infer<typeof settingsSchema>;

/** The default settings. */
export const firstSettings: AppSettings = {
  version: 1,
  currentProfileId: demoProfileId,
  profiles: [],
  lastUsernames: {},
  chipCacheLimit: defaultChipCacheLimit,
  mapSources: [],
  tileCacheLimit: defaultTileCacheLimit,
};
