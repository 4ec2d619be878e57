import { contract, type Campaign, type CreateCampaignBody, type Session } from '@field-inspection/contract';
import { expectTypeOf } from 'vitest';
import type { z } from 'zod';
import type { Tx } from '../../platform/database/transact.ts';
import type { Caller, FieldCaller } from '../request-state.ts';
import { implement, type Implementations } from './implement-routes.ts';

declare const campaign: z.output<typeof Campaign>;
declare const session: Session;

implement(contract.campaigns, {
  create: (tx, { caller, body }) => {
    expectTypeOf(tx).toEqualTypeOf<Tx>();
    expectTypeOf(caller).toEqualTypeOf<Caller>();
    expectTypeOf(body).toEqualTypeOf<z.output<typeof CreateCampaignBody>>();
    return Promise.resolve(campaign);
  },
  get: ({ params }) => {
    expectTypeOf(params.campaign_id).toEqualTypeOf<string>();
    return Promise.resolve(campaign);
  },
  delete: () => Promise.resolve(),
});
implement(contract.field, {
  leave: {
    endsRight: true,
    run: (_tx, { caller }) => {
      expectTypeOf(caller).toEqualTypeOf<FieldCaller>();
      return Promise.resolve();
    },
  },
});

implement(contract.campaigns, {
  // @ts-expect-error -- another body than the contract's
  create: () => Promise.resolve(session),
  // @ts-expect-error -- a read has no transaction
  get: (_tx, _given) => Promise.resolve(campaign),
  // @ts-expect-error -- a body where the contract has none
  delete: () => Promise.resolve(campaign),
});

implement(contract.campaigns, {
  // @ts-expect-error -- no route of the contract
  rename: () => Promise.resolve(campaign),
});

declare const some: Pick<Implementations<typeof contract.retention>, 'get'>;
// @ts-expect-error -- a route is missing
const _all: Implementations<typeof contract.retention> = some;
