import type { Organisation } from '../open-soak-world.ts';
import { send, type Sender } from './send.ts';

export type Endpoint = { id: string; organisationId: string; path: string; secret: string };

const FILTERS = [[], [], ['session.created', 'session.ended'], ['session.completed', 'session.anchored']];

export const registerEndpoint = async (
  sender: Sender,
  { receiver }: { receiver: { urlOf: (path: string) => string } },
  { organisation, mark }: { organisation: Organisation; mark: string },
): Promise<Endpoint | undefined> => {
  const { organisationId, apiKey } = organisation;
  const { ledger } = sender;
  const path = `/${mark}`;
  const json = { url: receiver.urlOf(path), event_types: sender.dice.pick(FILTERS) };
  const { status, body } = await send(sender, {
    method: 'POST',
    path: '/api/v1/public/webhook-endpoints',
    token: apiKey,
    key: mark,
    json,
  });
  if (status === 400 && body['code'] === 'validation_error') return undefined;
  if (status !== 201) {
    ledger.surprises.push(`no endpoint: ${status} ${String(body['detail'])}`);
    return undefined;
  }
  const id = String(body['id']);
  ledger.acknowledged.push({ kind: 'endpoint', organisationId, id });
  return { id, organisationId, path, secret: String(body['signing_secret']) };
};
