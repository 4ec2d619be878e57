import type { Context } from '../../context.ts';
import { changeSubscription } from './change-subscription.ts';

/** Sets the plan or whether it is paid by hand, as the host's operator may. */
export const setSubscription = (
  { transact }: Pick<Context, 'transact'>,
  change: Parameters<typeof changeSubscription>[1],
): ReturnType<typeof changeSubscription> => transact((tx) => changeSubscription(tx, change));
