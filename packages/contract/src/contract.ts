import { initContract } from '@ts-rest/core';
import { campaigns } from './campaigns.ts';
import { join } from './join.ts';
import { participants } from './participants.ts';
import { sessions } from './sessions.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';
import { webhookEvents } from './webhook-events.ts';

/** Every route of the service, by resource. Plain data: docs/decisions/0002 says why. */
export const contract = initContract().router({
  sessions,
  participants,
  join,
  campaigns,
  webhookEndpoints,
  webhookEvents,
});

export type Contract = typeof contract;
