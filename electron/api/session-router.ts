import { z } from 'zod';
import { signInSchema } from '../../shared/session/session-state.ts';
import { profileFormSchema } from '../../shared/settings/profile.ts';
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
