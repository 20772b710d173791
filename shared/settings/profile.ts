import { z } from 'zod';

/** The id of the built-in profile of the demo service; it cannot be edited or removed. */
export const demoProfileId = 'demo';

/**
 * One service that a user can sign in to.
 *
 * `baseUrl` and `imageBaseUrl` are absolute addresses without a trailing slash. Those of the demo profile are empty
 * until its service is started. `brand` is the operator's name in the query field `<brand>_udp_analyticgeojsonrecord`
 * and the record field `<brand>Id`.
 */
export const profileSchema = z.object({
  id: z.string().min(1),
  kind: z.enum(['demo', 'custom']),
  name: z.string().trim().min(1, 'Give the profile a name.'),
  baseUrl: z.string(),
  imageBaseUrl: z.string(),
  brand: z
    .string()
    .regex(
      /^[A-Za-z][A-Za-z0-9]*$/,
      'The brand is letters and digits only, beginning with a letter, such as svc.',
    )
    .default('svc'),
  /** Wrap the query in `{ … }`. Configurable, because the service documents no whole body. */
  bracedQueryBody: z.boolean().default(false),
  /** Whether braces were offered after a refused query, which happens once. */
  bracesOffered: z.boolean().optional(),
  /** Send the token to `imageBaseUrl` even when its origin differs from that of `baseUrl`. */
  sendTokenToImages: z.boolean().default(false),
  /** Shown on the sign-in form. Only the demo profile has them. */
  demoCredentials: z.object({ username: z.string(), password: z.string() }).optional(),
});
export type Profile = z.infer<typeof profileSchema>;

/** Form values to add or change a profile; without an id a profile is added. */
export const profileFormSchema = profileSchema
  .omit({ id: true, kind: true, demoCredentials: true })
  .extend({ id: z.string().optional() });
export type ProfileForm = z.input<typeof profileFormSchema>;
