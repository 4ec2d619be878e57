import type { UpdateWebhookEndpointBody } from '@field-inspection/contract';
import type { z } from 'zod';
import type { WebhookEndpoint as Row } from '#prisma';
import type { Context } from '../../../context.ts';
import type { Actor } from '../../../http/request-state.ts';
import type { Tx } from '../../../platform/database/transact.ts';
import { appendOrgEntry, type OrgFact } from '../../audit/exports/append-entry.ts';
import { nameActor } from '../../audit/exports/name-actor.ts';

type Told = {
  kind: `webhook_endpoint.${'created' | 'updated' | 'deleted' | 'secret_rotated'}`;
  by: Actor;
  row: Row;
  payload?: OrgFact['payload'];
  personal?: OrgFact['personal'];
};

/** Data leave by an endpoint, so the organisation's own chain records it. */
export const appendEndpointEntry = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { kind, by, row, payload = {}, personal = {} }: Told,
): void =>
  appendOrgEntry(context, tx, {
    organisationId: row.organisation_id,
    kind,
    payload: { ...nameActor(by), endpoint: row.id, ...payload },
    personal,
  });

export const appendCreatedEndpoint = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { by, row }: Pick<Told, 'by' | 'row'>,
): void =>
  appendEndpointEntry(context, tx, {
    ...{ kind: 'webhook_endpoint.created', by, row },
    payload: { endpoint_kind: row.kind, event_types: row.event_types },
    personal: pickFilled({ url: row.url, description: row.description }),
  });

/** A change of nothing gets no entry, and a rotation an entry of its own. */
export const appendChangedEndpoint = (
  context: Pick<Context, 'random'>,
  tx: Tx,
  { by, before, row, body }: Pick<Told, 'by' | 'row'> & { before: Row; body: Body },
): void => {
  const changed = NAMES.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(row[name]));
  if (changed.length > 0) {
    const { active, event_types, url, description } = row;
    const now = Object.entries({ active, event_types, url, description });
    const pick = (names: readonly string[]) =>
      Object.fromEntries(now.filter(([name]) => names.includes(name) && changed.includes(name as Name)));
    appendEndpointEntry(context, tx, {
      ...{ kind: 'webhook_endpoint.updated', by, row },
      payload: { changed, ...pick(['active', 'event_types']) },
      personal: pick(['url', 'description']),
    });
  }
  if (!body.rotate_secret) return;
  const previous_expires_at = row.previous_secret_expires_at?.toISOString() ?? null;
  appendEndpointEntry(context, tx, {
    ...{ kind: 'webhook_endpoint.secret_rotated', by, row },
    payload: { previous_expires_at },
  });
};

type Body = z.output<typeof UpdateWebhookEndpointBody>;

const NAMES = ['active', 'description', 'event_types', 'url'] as const;
type Name = (typeof NAMES)[number];

const pickFilled = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
