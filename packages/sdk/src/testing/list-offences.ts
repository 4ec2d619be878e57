import type { Rule } from '../fake/contract/rule.ts';

export function listOffences(rule: Rule, path: string): string[] {
  const codes = (...each: (string | false | undefined)[]) =>
    each.filter(Boolean).map((code) => `${path} ${code as string}`);
  const isQuery = path.startsWith('query');
  switch (rule.type) {
    case 'string':
      return codes(
        'invalid_type',
        rule.min !== undefined && 'too_small',
        rule.max !== undefined && 'too_big',
        rule.pattern && 'invalid_format',
        (rule.checks || rule.becomes === 'locale') && 'invalid_value',
      ).concat(
        rule.then ? listOffences(rule.then, path).filter((each) => !each.endsWith('invalid_type')) : [],
      );
    case 'integer':
      return codes(
        'invalid_type',
        rule.min !== undefined && 'too_small',
        rule.max !== undefined && 'too_big',
      );
    case 'boolean':
      return codes('invalid_type');
    case 'oneOf':
      return codes('invalid_value');
    case 'nullable':
      return listOffences(rule.of, path);
    case 'either':
      return codes('invalid_union');
    case 'list':
      return [
        ...codes('invalid_type', rule.max !== undefined && 'too_big'),
        ...listOffences(rule.of, `${path}.*`),
      ];
    case 'record':
      return [...codes('invalid_type'), `${path}.color unrecognized_keys`];
    case 'pairs':
      return [
        ...codes('invalid_type', 'invalid_value'),
        `${path}.a b invalid_key`,
        ...listOffences(rule.of, `${path}.*`),
      ];
    case 'fields':
      return [
        ...(isQuery ? [] : codes('invalid_type')),
        `${path}.color unrecognized_keys`,
        ...(rule.checks ?? []).map(([, blamed]) => `${path}.${blamed} invalid_value`),
        ...Object.entries(rule.fields).flatMap(([name, field]) => listOffences(field, `${path}.${name}`)),
      ];
  }
}
