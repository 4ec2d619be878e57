import { refuseField } from './fake-refusal.ts';

/** The query as the service reads it: a repeated parameter becomes a list, which nothing takes; `name[key]` a pair. */
export function readQuery(parameters: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  const pairs = new Map<string, [string, unknown][]>();
  for (const name of [...new Set(parameters.keys())].sort()) {
    const values = parameters.getAll(name);
    const value = values.length > 1 ? values : values[0];
    const [, owner, key] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? [];
    if (owner === undefined || key === undefined) query[name] = value;
    else pairs.set(owner, [...(pairs.get(owner) ?? []), [key, value]]);
  }
  for (const [owner, own] of pairs) {
    if (own.some(([key]) => key === '__proto__'))
      throw refuseField(`query.${owner}.__proto__`, 'invalid_key', 'is no key that anything can have');
    query[owner] = owner in query ? [] : Object.fromEntries(own);
  }
  return query;
}
