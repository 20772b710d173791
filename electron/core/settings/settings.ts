import { z } from 'zod';
import { chipCacheLimitSchema, defaultChipCacheLimit } from '../../../shared/chips/chip-cache.ts';
import { defaultTileCacheLimit, tileCacheLimitSchema } from '../../../shared/map-sources/map-source-state.ts';
import { demoProfileId, profileSchema } from '../../../shared/settings/profile.ts';
import { storedSourceSchema } from '../map-sources/stored-source.ts';

/** What `<data dir>/settings.json` holds. It never holds a token or a password. */
export const settingsSchema = z.object({
  version: z.literal(1),
  currentProfileId: z.string(),
  /** Those that the user made; the demo profile is built in. */
  profiles: z.array(profileSchema.extend({ kind: z.literal('custom') }).omit({ demoCredentials: true })),
  /** The account that last signed in, by profile id: whose workspace opens at the next start. */
  lastUsernames: z.record(z.string(), z.string()),
  /** The workspace file that an account has chosen, by what names its files; see `workspace-choice.ts`. */
  workspaceFiles: z.record(z.string(), z.string()).optional(),
  /** The name that an account signs its reviews with, by what names its files; without one, its user name. */
  reviewers: z.record(z.string(), z.string()).optional(),
  /** How many bytes the chip cache may hold. */
  chipCacheLimit: chipCacheLimitSchema.default(defaultChipCacheLimit),
  /** The basemaps that the user has added. */
  mapSources: z.array(storedSourceSchema).default([]),
  /** How many bytes the cache of their tiles may hold. */
  tileCacheLimit: tileCacheLimitSchema.default(defaultTileCacheLimit),
});
export type Settings = z.infer<typeof settingsSchema>;

/** The settings of a first start. */
export const firstSettings: Settings = {
  version: 1,
  currentProfileId: demoProfileId,
  profiles: [],
  lastUsernames: {},
  chipCacheLimit: defaultChipCacheLimit,
  mapSources: [],
  tileCacheLimit: defaultTileCacheLimit,
};
