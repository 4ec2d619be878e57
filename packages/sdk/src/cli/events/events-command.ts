import type { FieldInspection, ListWebhookEventsQuery, WebhookDelivery } from '@field-inspection/sdk';
import { ACCOUNT_OPTIONS, openClient, readAccount } from '../account/account.ts';
import { type Command, type Given, Misuse, readText, readOnly } from '../command.ts';
import { alignColumns, joinParts, titled, toPrintable } from '../terminal/terminal-text.ts';
import { findListenerFile, readListener } from '../listen/listener.ts';

export const eventsCommand: Command = {
  summary: 'list, explain and redeliver what was sent to webhook endpoints',
  usage: `Usage: field-inspection events list [options]
       field-inspection events explain <delivery>
       field-inspection events redeliver <delivery>

list       deliveries, newest first: their ids, states, and what the receiver answered
explain    why a delivery is where it is, and when it is tried again
redeliver  sends it once more, at once

Options
  --endpoint <id>    only deliveries to this endpoint
  --type <type>      only events of this type, such as session.completed
  --session <id>     only events of this session
  --status <status>  pending, delivered, failed or dropped
  --limit <number>   how many to list, from 1 to 100; 25 unless given
  --json             JSON: one line a delivery
  --base-url <url>   another service than the one of login`,
  options: {
    ...ACCOUNT_OPTIONS,
    endpoint: { type: 'string' },
    type: { type: 'string' },
    session: { type: 'string' },
    status: { type: 'string' },
    limit: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: async (given, terminal) => {
    const [action, id, ...rest] = given.positionals;
    const act = action !== undefined && Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (!act) throw new Misuse('Say which: events list, events explain or events redeliver.');
    if ((action === 'list') !== (id === undefined) || rest.length > 0) {
      throw new Misuse(action === 'list' ? 'events list takes no id.' : `Say which delivery to ${action}.`);
    }
    const client = openClient(await readAccount(given, terminal), terminal);
    terminal.print(await act(client, { id: id ?? '', given }));
    return 0;
  },
};

type Asked = { readonly id: string; readonly given: Given };

const list = async (client: FieldInspection, { given }: Asked): Promise<string> => {
  const { data } = await client.webhookEvents.list(readQuery(given));
  if (given.values['json']) return data.map((delivery) => JSON.stringify(delivery)).join('\n');
  return data.length === 0 ? 'No deliveries.' : alignColumns(data.map(listDelivery)).join('\n');
};

const explain = async (client: FieldInspection, { id, given }: Asked): Promise<string> => {
  const explanation = await client.webhookEvents.explain(id);
  if (given.values['json']) return JSON.stringify(explanation);
  const { delivery, state, reason, due_at, attempts_left, last_error } = explanation;
  return joinParts([
    [toPrintable(`${delivery.event_type}: ${state}`), toPrintable(reason)],
    titled(
      'Delivery',
      alignColumns([
        ['Due', due_at ?? '-'],
        ['Attempts', `${delivery.attempt_count}, ${attempts_left} left`],
        ['Last error', last_error ?? '-'],
      ]),
    ),
  ]);
};

const redeliver = async (client: FieldInspection, { id, given }: Asked): Promise<string> => {
  const delivery = await client.webhookEvents.redeliver(id);
  return given.values['json'] ? JSON.stringify(delivery) : alignColumns([listDelivery(delivery)]).join('\n');
};

const ACTIONS: Readonly<Record<string, typeof list>> = { list, explain, redeliver };

const listDelivery = ({ id, created_at, event_type, status, response_status }: WebhookDelivery) => [
  id,
  created_at,
  event_type,
  status,
  response_status === null ? '-' : `${response_status}`,
];

// The service names the fault of any other value; it also knows newer ones.
function readQuery(given: Given): ListWebhookEventsQuery {
  const limit = readText(given, 'limit');
  if (limit !== undefined && !/^\d+$/.test(limit))
    throw new Misuse('--limit needs a whole number from 1 to 100.');
  return {
    endpoint: readText(given, 'endpoint'),
    event_type: readText(given, 'type') as ListWebhookEventsQuery['event_type'],
    session: readText(given, 'session'),
    status: readText(given, 'status') as ListWebhookEventsQuery['status'],
    limit: limit === undefined ? undefined : Number(limit),
  };
}

export const triggerCommand: Command = {
  summary: 'send a sample of an event to an endpoint',
  usage: `Usage: field-inspection trigger <type> [options]

Sends a sample of an event, signed and logged like any other, with test: true in its body.

Options
  --endpoint <id>   to which endpoint; the one of listen unless given
  --base-url <url>  another service than the one of login`,
  options: { ...ACCOUNT_OPTIONS, endpoint: { type: 'string' } },
  run: async (given, terminal) => {
    const type = readOnly(given, {
      missing: 'Say which type, such as session.completed.',
      several: 'Send one type at a time.',
    });
    const account = await readAccount(given, terminal);
    const listener = await readListener(findListenerFile(account, terminal));
    const endpoint = readText(given, 'endpoint') ?? listener?.endpoint;
    if (!endpoint) throw new Misuse('Say to which endpoint: --endpoint <id>, or start listen first.');
    const delivery = await openClient(account, terminal).webhookEndpoints.test(endpoint, {
      event_type: type as 'ping',
    });
    terminal.print(toPrintable(`${delivery.event_type} is on its way: delivery ${delivery.id}`));
    return 0;
  },
};
