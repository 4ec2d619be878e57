import type { Context } from '../../context.ts';
import { changeSubscription, type SubscriptionChanges } from './change-subscription.ts';

/** Sets the plan or its status by hand, as the host's operator may. */
export const setSubscription = (
  context: Pick<Context, 'transact' | 'random'>,
  change: { organisationId: string; changes: SubscriptionChanges },
): ReturnType<typeof changeSubscription> =>
  context.transact((tx) => changeSubscription(context, tx, { ...change, by: { host: true } }));
