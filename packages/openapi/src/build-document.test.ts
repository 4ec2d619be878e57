import { readFile } from 'node:fs/promises';
import { contract, errorCodesOf, ERRORS, listRoutes } from '@field-inspection/contract';
import { describe, expect, test } from 'vitest';
import { buildDocument, serializeDocument } from './build-document.ts';
import type { JsonSchema } from './schemas/components.ts';
import { walkDocument } from './testing/walk-document.ts';

type Parameter = { name?: string; in?: string; $ref?: string; required?: boolean; schema?: JsonSchema };
type Operation = {
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean };
  responses: Record<string, { headers?: object }>;
};
type Document = {
  openapi: string;
  info: { license: { identifier: string } };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, JsonSchema>>;
};

const text = serializeDocument(await buildDocument(contract));
const document = JSON.parse(text) as Document;
const nodes = walkDocument(document);

const operationOf = (method: string, path: string): Operation => {
  const operation = document.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not in the document`);
  return operation;
};

const resolveParameter = (parameter: Parameter): Parameter =>
  (document.components['parameters']?.[String(parameter.$ref).split('/').at(-1) ?? ''] as Parameter) ??
  parameter;

describe('the whole document', () => {
  test('is OpenAPI 3.1', () => {
    expect(document.openapi).toBe('3.1.0');
  });

  test('has the licence of the repository', async () => {
    const { license } = JSON.parse(
      await readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as {
      license: string;
    };
    expect(document.info.license.identifier).toBe(license);
    const text = await readFile(new URL('../../../LICENSE', import.meta.url), 'utf8');
    expect(text).toContain(license);
  });

  test('has the same bytes each time, and ends with a newline', async () => {
    expect(serializeDocument(await buildDocument(contract))).toBe(text);
    expect(text.endsWith('}\n')).toBe(true);
  });

  test('sorts its components, so that the order of the sources does not show', () => {
    for (const part of ['schemas', 'responses', 'examples']) {
      const names = Object.keys(document.components[part] ?? {});
      expect(names.length).toBeGreaterThan(10);
      expect(names).toEqual([...names].sort());
    }
  });

  test('has no local definition, no dialect of its own, and no schema that says nothing', () => {
    expect(text).not.toContain('$defs');
    expect(text).not.toContain('$schema');
    expect(
      nodes.filter(({ value }) => 'schema' in value && Object.keys(value['schema'] as object).length === 0),
    ).toEqual([]);
  });

  test('has no pointer that leads nowhere', () => {
    const pointers = new Set(nodes.map(({ pointer }) => pointer));
    const refs = nodes.flatMap(({ value }) => (typeof value['$ref'] === 'string' ? [value['$ref']] : []));
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter((ref) => !pointers.has(ref))).toEqual([]);
  });

  test('has no component that nothing points at', () => {
    const refs = new Set(nodes.map(({ value }) => value['$ref']));
    const unused = ['schemas', 'responses', 'parameters', 'headers', 'examples'].flatMap((part) =>
      Object.keys(document.components[part] ?? {}).filter(
        (name) => !refs.has(`#/components/${part}/${name}`),
      ),
    );
    expect(unused).toEqual([]);
  });

  test('shows an enumeration or an object of several fields once', () => {
    const shapes = nodes
      .filter(
        ({ value }) =>
          Array.isArray(value['enum']) || Object.keys((value['properties'] as object) ?? {}).length > 2,
      )
      .map(({ value }) => JSON.stringify(value['enum'] ?? value['properties']));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  test('writes each parameter once', () => {
    const parameters = nodes
      .filter(({ value }) => 'in' in value && 'name' in value)
      .map(({ value }) => JSON.stringify(value));
    expect(parameters.length).toBeGreaterThan(20);
    expect(parameters.filter((parameter, index) => parameters.indexOf(parameter) !== index)).toEqual([]);
  });

  test('names every object that a body or a delivery holds', () => {
    const inline = nodes.filter(
      ({ pointer, value }) => 'properties' in value && !/^#\/components\/schemas\/[^/]+$/.test(pointer),
    );
    expect(inline.map(({ pointer }) => pointer)).toEqual([]);
  });

  test('describes every tag, and uses each', () => {
    const used = new Set(
      Object.values(document.paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags)),
    );
    expect(document.tags.map(({ name }) => name)).toEqual([...used]);
    expect(document.tags.filter(({ description }) => !description.endsWith('.'))).toEqual([]);
  });
});

const listed = listRoutes()
  .filter(({ policy }) => policy.public)
  .map((route): [string, typeof route] => [`${route.resource}.${route.key}`, route]);

test('every public route is an operation, and there is no other but those of the uploads', () => {
  const count = Object.values(document.paths).flatMap((item) => Object.keys(item)).length;
  expect(count).toBe(listed.length + 4);
});

test('uploads by tus are described: how one begins, goes on, is asked for and is cancelled', () => {
  const [collection, upload] = ['/v1/field/uploads', '/v1/field/uploads/:upload_id'];
  const operations = [
    operationOf('POST', collection),
    operationOf('HEAD', upload),
    operationOf('PATCH', upload),
    operationOf('DELETE', upload),
  ];
  for (const { security, parameters } of operations) {
    expect(security).toEqual([{ fieldSession: [] }, { apiKey: ['sessions:write'] }]);
    expect(parameters.map(resolveParameter).map(({ name }) => name)).toContain('Tus-Resumable');
  }
  expect(operations.map(({ responses }) => Object.keys(responses).find((status) => status < '300'))).toEqual([
    '201',
    '200',
    '204',
    '204',
  ]);
  expect(Object.keys(operations[0]!.responses['201']!.headers!)).toEqual(
    expect.arrayContaining(['Location', 'Idempotent-Replayed', 'Upload-Offset', 'Evidence-Id']),
  );
  expect(Object.keys(operations[2]!.responses)).toEqual(expect.arrayContaining(['409', '412', '408']));
});

describe.each(listed)('%s', (_name, { route, policy }) => {
  const operation = operationOf(route.method, route.path);
  const parameters = operation.parameters.map(resolveParameter);
  const statuses = Object.keys(operation.responses);

  test('can answer with its successes and with the statuses of its codes, and nothing else', () => {
    const failures = errorCodesOf(route).map((code) => String(ERRORS[code].status));
    expect(statuses.sort()).toEqual([...new Set([...Object.keys(route.responses), ...failures])].sort());
  });

  test('asks for its scope, or says that it needs none', () => {
    const scopes = policy.scope ? [policy.scope] : [];
    const expected = {
      credential: [policy.caller === 'member' ? { session: scopes } : { apiKey: scopes }],
      field_session: [{ fieldSession: [] }],
      signing_link: [{ signingLink: [] }],
      signing_session: [{ signingSession: [] }],
      reading_session: [{ signingSession: [] }],
      none: [],
    };
    expect(operation.security).toEqual(expected[policy.auth]);
  });

  test('takes an idempotency key, and gives it back, exactly when it is idempotent', () => {
    const takes = parameters.some((parameter) => parameter.name === 'Idempotency-Key');
    const gives = Object.keys(route.responses).every(
      (status) => 'Idempotency-Key' in (operation.responses[status]?.headers ?? {}),
    );
    expect([takes, gives]).toEqual([policy.idempotent, policy.idempotent]);
  });

  test('names every parameter of its path, as required', () => {
    const inPath = parameters.filter((parameter) => parameter.in === 'path' && parameter.required);
    expect(inPath.map(({ name }) => name)).toEqual(
      [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name),
    );
  });
});

describe('parameters and bodies', () => {
  const parameterOf = (operation: Operation, wanted: string) =>
    operation.parameters.map(resolveParameter).find(({ name }) => name === wanted);

  test('limit is an integer from 1 to 100 that defaults to 25', () => {
    expect(parameterOf(operationOf('GET', '/api/v1/public/sessions'), 'limit')?.schema).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 25,
      examples: [50],
    });
  });

  test('pairs of metadata are written one by one: deepObject, exploded, at most three', () => {
    for (const path of ['/api/v1/public/sessions', '/v1/sessions']) {
      expect(parameterOf(operationOf('GET', path), 'metadata')).toMatchObject({
        in: 'query',
        style: 'deepObject',
        explode: true,
        schema: { type: 'object', maxProperties: 3, examples: [{ order: '4711' }] },
      });
    }
  });

  test("the join's one-time code is a header that may be absent", () => {
    const otp = parameterOf(operationOf('GET', '/v1/sessions/:session_id/join/:token'), 'X-Join-OTP');
    expect(otp).toMatchObject({ in: 'header', schema: { type: 'string' } });
    expect(otp?.required).toBeUndefined();
  });

  test('what a download can be asked for is there as headers, and what it answers: the range, the tag, the link', () => {
    const download = operationOf('GET', '/v1/evidence/:session_id/files/:evidence_id');
    for (const name of ['Range', 'If-None-Match'])
      expect(download.parameters).toContainEqual({ $ref: `#/components/parameters/${name}` });
    expect(download.responses['302']).toHaveProperty('headers.Location');
    for (const status of ['200', '206', '304'])
      expect(download.responses[status]).toHaveProperty('headers.ETag');
    const photo = operationOf('POST', '/v1/field/photos');
    expect(photo.parameters).toContainEqual({ $ref: '#/components/parameters/Content-Digest' });
  });

  test('headers have the names that they are written with', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const parameters = operations.flatMap((operation) => operation.parameters.map(resolveParameter));
    const names = parameters.filter((each) => each.in === 'header').map(({ name = '' }) => name);
    expect(names).toContain('If-Match');
    expect(names.filter((name) => /^[a-z]/.test(name))).toEqual([]);
  });

  test('no field of a body has a default, which generators would take for required', () => {
    const bodies = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ requestBody }) => requestBody),
    );
    expect(JSON.stringify([bodies, document.components['schemas']])).not.toContain('"default":');
  });

  test('a body whose fields are all optional may be absent, one that says something may not', () => {
    expect(operationOf('POST', '/api/v1/public/sessions').requestBody?.required).toBe(false);
    expect(operationOf('POST', '/api/v1/public/webhook-endpoints').requestBody?.required).toBe(true);
    expect(operationOf('PATCH', '/api/v1/public/sessions/:session_id').requestBody?.required).toBe(true);
  });

  test('a route that needs no body shows none', () => {
    expect(operationOf('POST', '/api/v1/public/sessions/:session_id/end').requestBody).toBeUndefined();
    expect(
      operationOf('DELETE', '/api/v1/public/webhook-endpoints/:endpoint_id').requestBody,
    ).toBeUndefined();
  });

  test('requests are closed, responses are open', () => {
    const schemas = document.components['schemas'] ?? {};
    expect(schemas['CreateSessionBody']?.['additionalProperties']).toBe(false);
    expect(Object.keys(schemas).filter((name) => schemas[name]?.['additionalProperties'] === false)).toEqual(
      Object.keys(schemas).filter((name) =>
        /Body$|^InspectionParticipant$|^SignerInput$|^UpdateBrandColours$|^ShotInput$|^ContactInput$|^ReportRecipientInput$|^DirectoryRoleInput$|^SsoClaimsInput$|^Drawing$|(?<!Drawing)Stroke$/.test(
          name,
        ),
      ),
    );
  });
});
