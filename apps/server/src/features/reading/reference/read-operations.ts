import {
  exampleOf,
  follow,
  readOpenApi,
  type Parameter,
  type RawOperation,
  type Reply,
  type Schema,
} from './openapi.ts';
import { readField, readFields, type Field } from './read-fields.ts';

export type Operation = {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  isDeprecated: boolean;
  credential: string | null;
  parameters: (Field & { in: Parameter['in'] })[];
  body: Body | null;
  replies: { status: string; description: string; mediaTypes: string[]; fields: Field[]; example: unknown }[];
  errors: { status: string; codes: string[] }[];
};

export type Body = {
  mediaTypes: string[];
  isRequired: boolean;
  schema: Schema;
  fields: Field[];
  example: unknown;
};

export type Chapter = { slug: string; title: string; description: string; operations: Operation[] };

export const readChapters = (): readonly Chapter[] => (chapters ??= makeChapters());

let chapters: Chapter[] | undefined;

const makeChapters = (): Chapter[] => {
  const operations = Object.entries(readOpenApi().paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) =>
      readOperation(raw, { method: method.toUpperCase(), path }),
    ),
  );
  const events = Object.entries(readOpenApi().webhooks).map(([type, { post }]) =>
    readOperation(post, { method: 'EVENT', path: type }),
  );
  return [
    ...readOpenApi().tags.map(({ name, description }) => ({
      slug: name.toLowerCase().replaceAll(' ', '-'),
      title: name,
      description,
      operations: operations.filter(({ tag }) => tag === name),
    })),
    {
      slug: 'events',
      title: 'Events',
      description:
        'What endpoints and callbacks are sent, signed. How to receive them is in the guide to webhooks.',
      operations: events,
    },
  ].filter((chapter) => chapter.operations.length > 0);
};

const readOperation = (raw: RawOperation, { method, path }: { method: string; path: string }): Operation => {
  const responses = Object.entries(raw.responses).map(([status, reply]) => ({
    status,
    reply: follow<Reply>(reply),
  }));
  const isEvent = method === 'EVENT';
  return {
    id: raw.operationId,
    method,
    path,
    tag: raw.tags[0]!,
    summary: raw.summary,
    description: raw.description ?? '',
    isDeprecated: raw.deprecated ?? false,
    credential: Object.keys(raw.security?.[0] ?? {})[0] ?? null,
    parameters: (raw.parameters ?? []).map((one) => readParameter(follow<Parameter>(one))),
    body: readBody(raw),
    replies: isEvent ? [] : responses.filter(({ reply }) => !isProblem(reply)).map(readReply),
    errors: responses.filter(({ reply }) => isProblem(reply)).map(readErrors),
  };
};

const readParameter = ({ name, in: part, required, description, schema }: Parameter) => ({
  ...readField(name, schema, 0),
  description: description ?? schema.description ?? '',
  isRequired: required ?? false,
  in: part,
});

const readBody = ({ requestBody }: RawOperation): Body | null => {
  if (!requestBody) return null;
  const [[, first] = []] = Object.entries(requestBody.content);
  if (!first) return null;
  return {
    mediaTypes: Object.keys(requestBody.content),
    isRequired: requestBody.required ?? false,
    schema: first.schema,
    fields: readFields(first.schema),
    example: exampleOf(first),
  };
};

const readReply = ({ status, reply }: { status: string; reply: Reply }) => {
  const contents = Object.entries(reply.content ?? {});
  const [[, first] = []] = contents;
  return {
    status,
    description: reply.description,
    mediaTypes: contents.map(([mediaType]) => mediaType),
    fields: first ? readFields(first.schema) : [],
    example: first && exampleOf(first),
  };
};

const PROBLEM = 'application/problem+json';

const isProblem = ({ content }: Reply): boolean => content?.[PROBLEM] !== undefined;

const readErrors = ({ status, reply }: { status: string; reply: Reply }) => ({
  status,
  codes: Object.keys(reply.content?.[PROBLEM]?.examples ?? {}),
});
