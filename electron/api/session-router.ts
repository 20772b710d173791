import { z } from 'zod';
import { succeed } from '../../shared/result.ts';
import { signInSchema } from '../../shared/session/session-state.ts';
import { proxyFormSchema } from '../../shared/settings/network.ts';
import { profileFormSchema } from '../../shared/settings/profile.ts';
import { uploadIdSchema } from '../../shared/workspace/workspace-file.ts';
import { certificates, openFile } from './choose-files.ts';
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
  addAuthority: procedure.input(uploadIdSchema).mutation(({ ctx, input: uploadId }) => {
    const request = { title: 'Choose a certificate authority', ...certificates };
    return openFile(ctx, { ...request, uploadId }, (file) => ctx.core.network.addAuthority(file));
  }),
  /** Asks the user for a file, or uses the uploaded one. Null when nothing was chosen. */
  setClientCertificate: procedure
    .input(z.object({ uploadId: uploadIdSchema, passphrase: z.string().max(1000) }))
    .mutation(({ ctx, input: { uploadId, passphrase } }) => {
      const kind = { kind: 'Certificates with their key', extensions: ['p12', 'pfx', 'pem'] };
      return openFile(ctx, { title: 'Choose a client certificate', ...kind, uploadId }, (file) =>
        ctx.core.network.setClientCertificate(file, passphrase),
      );
    }),
  testConnection: procedure
    .input(z.string().trim().max(4000))
    .mutation(async ({ ctx, input, signal }) =>
      succeed(await ctx.core.network.testConnection(input, signal)),
    ),
});
