import {
  EMITTED_EVENT_TYPES,
  EVENTS,
  LOCALES,
  type ListedRoute,
  PLANS,
  SCOPES,
  SUBSCRIBABLE_EVENT_TYPES,
  SUBSCRIPTION_STATUSES,
  listRoutes,
} from '@field-inspection/contract';
import type { FakeRoute, FieldsRule, Rule } from '../src/fake/contract/rule.ts';
import { toCamel } from './change-case.ts';
import { CHECKS, readField, readFields, readShape } from './read-rule.ts';
import { renderComment } from './render-comment.ts';
import { z } from 'zod';

const LISTS = {
  FAKE_SCOPES: [SCOPES, 'What a key may be allowed to do.'],
  LOCALES: [LOCALES, 'The supported locales.'],
  EVENT_TYPES: [SUBSCRIBABLE_EVENT_TYPES, 'What can be subscribed to.'],
} as const;

/** The file of the words that the fake's routes name: scopes, locales, event types, and the events by type. */
export function renderVocabulary(): string {
  const lists = Object.entries(LISTS).map(
    ([name, [values, comment]]) =>
      `${renderComment([comment])}export const ${name} = ${JSON.stringify(values)} as const;`,
  );
  const events = EMITTED_EVENT_TYPES.map((type) => ({ type, name: EVENTS[type].id }));
  return `import type { ${events.map(({ name }) => name).join(', ')} } from '../../webhooks/webhook-event.ts';

    ${lists.join('\n\n')}

    /** The events that the service sends today. */
    export interface FakeEvents {
      ${events.map(({ type, name }) => `${renderKey(type)}: ${name};`).join('\n')}
    }

    /** One of the scopes that a key can have. */
    export type FakeScope = (typeof FAKE_SCOPES)[number];

    /** The plans; the first two have five inspections. */
    export type FakePlan = ${renderUnion(PLANS)};

    /** Whether the organisation has paid: only \`trialing\` and \`active\` create inspections. */
    export type FakeSubscription = ${renderUnion(SUBSCRIPTION_STATUSES)};

    ${renderComment(['What is refused by a check that the contract has in code: `judgeValue` has each again.'])}export const CHECK_MESSAGES = ${JSON.stringify(CHECKS)} as const;

    export type CheckName = keyof typeof CHECK_MESSAGES;
  `;
}

const renderUnion = (values: readonly string[]) => values.map((value) => `'${value}'`).join(' | ');

export const ROUTES_FILE = 'fake/contract/routes';

export function renderFakeRoutes(): string {
  const routes = readFakeRoutes();
  const uses: Uses = new Map();
  for (const [name, route] of routes) countRules(route, name, uses);
  const shared: Uses = new Map();
  for (const [key, use] of uses) {
    const isTaken = [...shared.values()].some(({ name }) => name === use.name);
    if (use.count > 1) shared.set(key, isTaken ? { ...use, name: nameWay(use.way) } : use);
  }
  const constants = [...shared.values()].map(
    ({ name, rule }) =>
      `const ${name}: ${rule.type === 'fields' ? 'FieldsRule' : 'Rule'} = ${renderMembers(rule, shared)};`,
  );
  const entries = routes.map(([name, route]) => `'${name}': ${renderMembers(route, shared)}`);
  const listed = Object.keys(LISTS).filter((name) => [...constants, ...entries].join().includes(name));
  return `/* eslint-disable no-useless-escape, no-control-regex -- the patterns are zod's */
    import type { FakeRoute, FieldsRule, Rule } from './rule.ts';
    import { ${listed.join(', ')} } from './vocabulary.ts';

    ${constants.join('\n')}

    ${renderComment(["Every route that a customer's systems call, as the contract states it."])}export const ROUTES = {
      ${entries.join(',\n')}
    } satisfies Readonly<Record<string, FakeRoute>>;

    export type RouteName = keyof typeof ROUTES;
  `;
}

type Uses = Map<string, { readonly name: string; readonly way: string; readonly rule: Rule; count: number }>;

const keyOf = (rule: object) =>
  JSON.stringify(rule, (_, value: unknown) => (value instanceof RegExp ? String(value) : value));

const isRule = (value: object): value is Rule => 'type' in value && typeof value.type === 'string';

/** Counts the parts of a rule before the rule, by the way that leads to them. */
function countRules(value: unknown, way: string, uses: Uses): void {
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return;
  const known = uses.get(keyOf(value));
  if (known) known.count += 1;
  if (known) return;
  for (const [key, part] of Object.entries(value)) countRules(part, `${way}.${key}`, uses);
  // A short rule is no longer than its name would be.
  if (isRule(value) && keyOf(value).length > 24)
    uses.set(keyOf(value), { name: nameRule(value, way), way, rule: value, count: 1 });
}

function nameRule(rule: Rule, way: string): string {
  if (rule.type === 'nullable') return `${nameRule(rule.of, way)}OrNull`;
  if (rule.type === 'fields') return Object.keys(rule.fields).length > 0 ? nameWay(way) : 'nothing';
  if (rule.type === 'string' && rule.format) return rule.format;
  if (rule.type === 'string' && !rule.pattern && !rule.becomes)
    return rule.min === undefined ? `text${rule.max}` : `text${rule.min}To${rule.max}`;
  return toCamel(way.split('.').at(-1)!);
}

const nameWay = (way: string) => toCamel(way.replaceAll('.', '_'));

const renderMembers = (value: object, shared: Uses): string =>
  `{ ${Object.entries(value)
    .map(([key, part]) => [renderKey(key), renderValue(part, shared)])
    .map(([key, part]) => (key === part ? key : `${key}: ${part}`))
    .join(', ')} }`;

function renderValue(value: unknown, shared: Uses): string {
  if (value instanceof RegExp) return String(value);
  const list = Object.entries(LISTS).find(([, [values]]) => keyOf(values) === JSON.stringify(value));
  if (list) return list[0];
  if (Array.isArray(value)) return `[${value.map((item) => renderValue(item, shared)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return shared.get(keyOf(value))?.name ?? renderMembers(value, shared);
}

const renderKey = (key: string) => (/^[a-z_]\w*$/i.test(key) ? key : JSON.stringify(key));

/** Routes that customers' systems call; pages of field persons and signers have others. */
const listFakeRoutes = (): ListedRoute[] =>
  listRoutes().filter(({ policy }) => policy.public && ['credential', 'none'].includes(policy.auth));

const readFakeRoutes = (): [string, FakeRoute][] =>
  listFakeRoutes().map((listed) => [`${listed.resource}.${listed.key}`, readFakeRoute(listed)]);

function readFakeRoute({ route, policy }: ListedRoute): FakeRoute {
  const { method, path, query, headers, pathParams } = route;
  if ((pathParams as z.ZodObject | undefined)?.def.checks?.length)
    throw new Error(`The fake knows ids one by one: ${path}`);
  const statuses = Object.keys(route.responses)
    .map(Number)
    // The fake gives no partial content (206).
    .filter((status) => status < 300 && status !== 206);
  if (statuses.length !== 1 || policy.content) throw new Error(`The fake knows no route like ${path}`);
  const body = 'body' in route && route.body instanceof z.ZodType ? readField(route.body) : null;
  if (body && body.rule.type !== 'fields') throw new Error(`The fake knows no body like that of ${path}`);
  return {
    method,
    path,
    scope: policy.scope,
    ...(policy.auth === 'credential' && policy.scope === null && { takesKey: true }),
    status: statuses[0]!,
    ...(policy.idempotent && { isIdempotent: true }),
    ...(pathParams !== undefined && { ids: readShape((pathParams as z.ZodObject).shape).fields }),
    ...(query !== undefined && { query: readFields(query as z.ZodType) }),
    ...(headers !== undefined && { headers: readShape(headers as Record<string, z.ZodType>) }),
    ...(body && { body: body.rule as FieldsRule }),
    ...(policy.maxJsonBytes && { maxJsonBytes: policy.maxJsonBytes }),
    ...(body?.isRequired && { isBodyRequired: true }),
  };
}
