import { initContract } from '@ts-rest/core';
import { campaigns } from './campaigns.ts';
import { evidence } from './evidence.ts';
import { fieldEvidence } from './field-evidence.ts';
import { fieldWhiteboards } from './field-whiteboards.ts';
import { field } from './field.ts';
import { inspections } from './inspections.ts';
import { join } from './join.ts';
import { org } from './org.ts';
import { participants } from './participants.ts';
import { reports } from './reports.ts';
import { sessions } from './sessions.ts';
import { signatures } from './signatures.ts';
import { signing } from './signing.ts';
import { verification } from './verification.ts';
import { webhookEndpoints } from './webhook-endpoints.ts';
import { webhookEvents } from './webhook-events.ts';
import { webhooks } from './webhooks.ts';
import { whiteboards } from './whiteboards.ts';

/** Every route of the service, by resource. Plain data: docs/decisions/0002 says why. */
export const contract = initContract().router({
  sessions,
  participants,
  join,
  field,
  fieldEvidence,
  fieldWhiteboards,
  evidence,
  reports,
  signatures,
  signing,
  whiteboards,
  verification,
  campaigns,
  webhookEndpoints,
  webhookEvents,
  inspections,
  webhooks,
  org,
});

export type Contract = typeof contract;
