import { initTRPC } from '@trpc/server';
import type { Core } from '../core/core.ts';
import type { HostServices } from '../host-services.ts';

/** What every procedure gets. */
export type ApiContext = { readonly core: Core; readonly host: HostServices };

const trpc = initTRPC.context<ApiContext>().create();

export const router = trpc.router;
export const procedure = trpc.procedure;
