import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileSchema } from '@field-inspection/openapi/testing/compile-schema';
import { escapePointerKey } from '@field-inspection/openapi/testing/walk-document';

type Part = { [key: string]: Part } & { $ref?: string; required?: unknown };

const document = JSON.parse(
  readFileSync(fileURLToPath(import.meta.resolve('@field-inspection/openapi/openapi.json')), 'utf8'),
) as Part;
const validatorOf = compileSchema(document);

/** `path` is the template, `/v1/sessions/:session_id/join/:token`. */
export type DocumentedReply = {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
};

/**
 * Each breach of the OpenAPI document is a sentence: an undocumented status, media type or body, a missing or malformed
 * header. A method that the path lacks must get a problem.
 */
export const validateReply = (reply: DocumentedReply): string[] => {
  const template = reply.path.replace(/\?.*/, '').replaceAll(/:(\w+)/g, '{$1}');
  const position = ['paths', template, reply.method.toLowerCase()];
  if (!find(position)) return listBodyFaults(reply, ['components', 'schemas', 'Problem']);
  const response = follow([...position, 'responses', String(reply.status)]);
  if (!find(response)) return [`${reply.status} is not documented for ${reply.method} ${template}`];
  return [...listHeaderFaults(reply, response), ...listContentFaults(reply, response)];
};

const listContentFaults = (reply: DocumentedReply, response: string[]): string[] => {
  const content = Object.keys(find([...response, 'content']) ?? {});
  if (content.length === 0) return reply.text === '' ? [] : ['the reply has a body, and none is documented'];
  const mediaType = reply.headers.get('content-type')?.split(';')[0];
  const documented = content.find((range) => mediaType && coversMediaType(range, mediaType));
  if (!documented) return [`the media type is ${mediaType ?? 'none'}, documented is ${content.join(', ')}`];
  if (!documented.endsWith('json'))
    return reply.text === '' ? ['bytes are documented, and there are none'] : [];
  return listBodyFaults(reply, [...response, 'content', documented, 'schema']);
};

const listBodyFaults = ({ text }: DocumentedReply, schema: string[]): string[] =>
  listSchemaFaults(JSON.parse(text), schema).map((fault) => `body${fault}`);

const listHeaderFaults = ({ headers }: DocumentedReply, response: string[]): string[] =>
  Object.keys(find([...response, 'headers']) ?? {}).flatMap((name) => {
    const header = follow([...response, 'headers', name]);
    const value = headers.get(name);
    if (value === null) return find(header)?.required === true ? [`the header ${name} is missing`] : [];
    const schema = [...header, 'schema'];
    const isInteger = String(find(schema)?.['type']) === 'integer';
    return listSchemaFaults(isInteger ? Number(value) : value, schema).map((fault) => `${name}${fault}`);
  });

const listSchemaFaults = (value: unknown, schema: string[]): string[] => {
  const validate = validatorOf(`#/${schema.map(escapePointerKey).join('/')}`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

const find = (path: string[]): Part | undefined =>
  path.reduce<Part | undefined>((part, key) => part?.[key], document);

/** A position may point at a component. */
const follow = (path: string[]): string[] => find(path)?.$ref?.replace('#/', '').split('/') ?? path;

/** True if a media type, or a range such as `image/*`, covers a type, whatever its parameters. */
export const coversMediaType = (range: string, given: string): boolean => {
  const type = given.split(';')[0]!.trim();
  return range === '*/*' || range === type || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
};
