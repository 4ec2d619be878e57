import { SUBSCRIBABLE_EVENT_TYPES, webhookEventSchemas } from '@field-inspection/contract';
import { type JsonSchema, readRef } from './json-schema.ts';
import { registerTypes, type TypeRegistry } from './type-registry.ts';

/** Events, and the types that only events use. */
export const EVENTS_FILE = 'webhooks/webhook-event';

const ANNOUNCED = 'AnnouncedWebhookEvent';

export function readEvents(types: TypeRegistry): string[] {
  const described = Object.values(webhookEventSchemas).map((schema) => {
    const name = readRef(registerTypes(schema, { side: 'output', file: EVENTS_FILE }, types));
    if (name === undefined) throw new Error('Every schema of an event needs an id in .meta()');
    return name;
  });
  const announced = SUBSCRIBABLE_EVENT_TYPES.filter((type) => !(type in webhookEventSchemas));
  const [model] = described.map((name) => types.get(name)?.schema);
  if (!model || announced.length === 0) return described;
  const schema = describeAnnounced(announced, model);
  types.set(ANNOUNCED, { name: ANNOUNCED, schema, side: 'output', file: EVENTS_FILE });
  return [...described, ANNOUNCED];
}

/**
 * Event types that can be subscribed to before the contract describes their data. Every event's data has an id, so
 * theirs has, too.
 */
function describeAnnounced(announced: readonly string[], model: JsonSchema): JsonSchema {
  const id = {
    ...model.properties?.['id'],
    description: 'Of the session, or in an evidence event of the evidence',
  };
  return {
    ...model,
    description:
      'An event that can be subscribed to already, but is not sent yet; its data are not described',
    properties: {
      ...model.properties,
      type: { anyOf: announced.map((type) => ({ const: type })) },
      data: { type: 'object', properties: { id }, required: ['id'], additionalProperties: {} },
    },
  };
}
