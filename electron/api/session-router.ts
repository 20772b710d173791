import { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import { signInSchema } from '../../shared/session/session-state.ts';
import { type NetworkState, proxyFormSchema } from '../../shared/settings/network.ts';
import { profileFormSchema } from '../../shared/settings/profile.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { mutation, query, serve } from './serve.ts';
import { procedure, router } from './trpc.ts';

/** Sign-in, sign-out and profiles. */
export const sessionRouter = router({
  ...serve('session', {
    state: query(),
    profiles: query(),
    saveProfile: mutation(profileFormSchema),
    removeProfile: mutation(z.string()),
    selectProfile: mutation(z.string()),
    prepareSignIn: mutation(),
    signIn: mutation(signInSchema),
    signOut: mutation(),
  }),
});

/** Proxies, trusted authorities, the client certificate, and the connection test. */
export const networkRouter = router({
  ...serve('network', {
    state: query(),
    setProxy: mutation(proxyFormSchema),
    removeAuthority: mutation(z.uuid()),
    removeClientCertificate: mutation(),
  }),
  /** Asks the user for a file, or uses the uploaded one. Null when nothing was chosen. */
  addAuthority: procedure
    .input(uploadIdSchema)
    .mutation(async ({ ctx, input }): Promise<Result<NetworkState | null>> => {
      const chosen = await ctx.host.chooseOpenFile({
        title: 'Choose a certificate authority',
        kind: 'Certificates',
        extensions: ['pem', 'crt', 'cer'],
        uploadId: input,
      });
      return chosen ? ctx.core.network.addAuthority(chosen) : succeed(null);
    }),
  /** Asks the user for a file, or uses the uploaded one. Null when nothing was chosen. */
  setClientCertificate: procedure
    .input(z.object({ uploadId: uploadIdSchema, passphrase: z.string().max(1000) }))
    .mutation(async ({ ctx, input }): Promise<Result<NetworkState | null>> => {
      const chosen = await ctx.host.chooseOpenFile({
        title: 'Choose a client certificate',
        kind: 'Certificates with their key',
        extensions: ['p12', 'pfx', 'pem'],
        uploadId: input.uploadId,
      });
      return chosen ? ctx.core.network.setClientCertificate(chosen, input.passphrase) : succeed(null);
    }),
  testConnection: procedure
    .input(z.string().trim().max(4000))
    .mutation(async ({ ctx, input, signal }) =>
      succeed(await ctx.core.network.testConnection(input, signal)),
    ),
});
