import { z } from 'zod';
import { type Result, succeed } from '../../shared/result.ts';
import { signInSchema } from '../../shared/session/session-state.ts';
import { type NetworkState, proxyFormSchema } from '../../shared/settings/network.ts';
import { profileFormSchema } from '../../shared/settings/profile.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { procedure, router } from './trpc.ts';

/** Sign-in, sign-out and profiles. */
export const sessionRouter = router({
  state: procedure.query(({ ctx }) => ctx.core.session.state()),
  profiles: procedure.query(({ ctx }) => ctx.core.session.profiles()),
  saveProfile: procedure
    .input(profileFormSchema)
    .mutation(({ ctx, input }) => ctx.core.session.saveProfile(input)),
  removeProfile: procedure
    .input(z.string())
    .mutation(({ ctx, input }) => ctx.core.session.removeProfile(input)),
  selectProfile: procedure
    .input(z.string())
    .mutation(({ ctx, input }) => ctx.core.session.selectProfile(input)),
  signIn: procedure.input(signInSchema).mutation(({ ctx, input }) => ctx.core.session.signIn(input)),
  signOut: procedure.mutation(({ ctx }) => ctx.core.session.signOut()),
});

/** Proxies, trusted authorities, the client certificate, and the connection test. */
export const networkRouter = router({
  state: procedure.query(({ ctx }) => ctx.core.network.state()),
  setProxy: procedure.input(proxyFormSchema).mutation(({ ctx, input }) => ctx.core.network.setProxy(input)),
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
  removeAuthority: procedure
    .input(z.uuid())
    .mutation(({ ctx, input }) => ctx.core.network.removeAuthority(input)),
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
  removeClientCertificate: procedure.mutation(({ ctx }) => ctx.core.network.removeClientCertificate()),
  testConnection: procedure
    .input(z.string().trim().max(4000))
    .mutation(async ({ ctx, input, signal }) =>
      succeed(await ctx.core.network.testConnection(input, signal)),
    ),
});
