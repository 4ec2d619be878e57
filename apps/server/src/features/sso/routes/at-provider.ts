import type { Context } from '../../../context.ts';
import type { AtProvider } from '../../sign-in/exports/at-provider.ts';
import { beginAttempt, nameBeginPage } from '../attempts/begin-attempt.ts';
import { beginStepUpAtProvider, findEndAtProvider } from '../flow/visit-provider.ts';

/** Gives the routes of a sign-in what they offer of the sign-on. */
export const atProvider = (context: Context): AtProvider => ({
  begin: (given) => context.transact((tx) => beginAttempt(context, tx, given)),
  beginStepUp: (tx, given) => beginStepUpAtProvider(context, tx, given),
  findEnd: (caller) => findEndAtProvider(context, caller),
  beginPage: () => nameBeginPage(context),
});
