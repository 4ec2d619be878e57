import { readChapters, type Operation } from '../reference/read-operations.ts';
import { readOpenApi } from '../reference/openapi.ts';
import { sampleBody } from '../samples/sample-body.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** `{{key}}` and other needs of a request are variables, so that no key is in the collection. */
export const buildCollection = (baseUrl: string) => ({
  info: {
    name: readOpenApi().info.title,
    description: markdown(readOpenApi().info.description),
    schema: SCHEMA,
  },
  auth: bearer('key'),
  variable: [
    { key: 'baseUrl', value: baseUrl, type: 'string' },
    { key: 'key', value: '', type: 'string' },
  ],
  item: readChapters()
    .map(({ title, description, operations }) => ({
      name: title,
      description: markdown(description),
      item: operations.filter(({ method }) => method !== 'EVENT').map(buildItem),
    }))
    .filter(({ item }) => item.length > 0),
});

const markdown = (content: string) => ({ content, type: 'text/markdown' });

const buildItem = (operation: Operation) => ({
  name: operation.summary,
  request: {
    method: operation.method,
    description: markdown(operation.description),
    ...buildAuth(operation),
    header: buildHeaders(operation),
    url: buildUrl(operation),
    ...buildBody(operation),
  },
  response: [],
});

const bearer = (variable: string) => ({
  type: 'bearer' as const,
  bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }],
});

const buildAuth = ({ credential }: Operation) => {
  if (credential === 'apiKey') return {};
  return { auth: credential === null ? { type: 'noauth' as const } : bearer(credential) };
};

const buildHeaders = ({ parameters, body }: Operation) => [
  ...(body
    ? [{ key: 'Content-Type', value: body.mediaTypes[0]!, description: markdown('Of the body') }]
    : []),
  ...parameters
    .filter((parameter) => parameter.in === 'header')
    .map(({ name, description, isRequired }) => ({
      key: name,
      // A key that is sent twice would get the first call's reply.
      value: name === 'Idempotency-Key' ? '{{$guid}}' : '',
      description: markdown(description),
      disabled: !isRequired,
    })),
];

const buildUrl = ({ path, parameters }: Operation) => {
  const segments = path
    .slice(1)
    .split('/')
    .map((segment) => segment.replace(/\{(\w+)\}/g, ':$1'));
  return {
    raw: `{{baseUrl}}/${segments.join('/')}`,
    host: ['{{baseUrl}}'],
    path: segments,
    query: parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, description, isRequired }) => ({
        key: name,
        value: '',
        description: markdown(description),
        disabled: !isRequired,
      })),
    variable: parameters
      .filter((parameter) => parameter.in === 'path')
      .map(({ name, description }) => ({ key: name, value: '', description: markdown(description) })),
  };
};

const buildBody = ({ body }: Operation) => {
  if (!body) return {};
  if (body.example === undefined) return { body: { mode: 'file', file: { src: null } } };
  // Postman fills in the time when it sends.
  const sample = sampleBody(body, { instant: '{{$isoTimestamp}}', id: (field) => `{{${field}}}` });
  return {
    body: { mode: 'raw', raw: JSON.stringify(sample, null, 2), options: { raw: { language: 'json' } } },
  };
};
