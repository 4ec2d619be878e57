import type { ListedRoute } from '@field-inspection/contract';
import { z } from 'zod';
import { callRoute, type Reply } from './call-route.ts';
import { MISSING_IDS, namesInPath, type Ids } from './ids.ts';
import { nameOf, ROUTES } from './open-sweep-world.ts';
import { jsonSchemaOf, sampleBody } from './sample-body.ts';
import { beginning, callUploads, UPLOAD_CALLS } from './upload-calls.ts';

export type FieldIds = Ids & { upload_id: string };

/** One way into the field person's API: a route of the contract, or a request of the resumable uploads. */
export type FieldCall = {
  name: string;
  isRead: boolean;
  /** The ids that the call names, in its path, query or body. */
  names: string[];
  listed?: ListedRoute;
  send: (
    baseUrl: string,
    options: { bearer: string; ids: FieldIds; headers?: Record<string, string> },
  ) => Promise<Pick<Reply, 'status' | 'headers' | 'text'>>;
};

/** Every way into the field person's API. */
export const listFieldCalls = (): FieldCall[] => [
  ...ROUTES.filter(({ policy }) => policy.auth === 'field_session').map((listed) => ({
    name: nameOf(listed),
    isRead: listed.route.method === 'GET',
    names: [...namesInPath(listed.route.path), ...namesInBody(listed), ...namesInQuery(listed)],
    listed,
    send: (baseUrl: string, options: Parameters<FieldCall['send']>[1]) => callRoute(baseUrl, listed, options),
  })),
  {
    name: 'uploads.create',
    isRead: false,
    names: [],
    send: (baseUrl, { bearer }) => callUploads(baseUrl, beginning(), { bearer }),
  },
  ...Object.entries(UPLOAD_CALLS).map(([name, call]) => ({
    name,
    isRead: call.method === 'HEAD',
    names: ['upload_id'],
    send: (baseUrl: string, { bearer, ids }: Parameters<FieldCall['send']>[1]) =>
      callUploads(baseUrl, call, { id: ids.upload_id, bearer }),
  })),
];

const namesInBody = (listed: ListedRoute): string[] => {
  if (!('body' in listed.route) || !(listed.route.body instanceof z.ZodType)) return [];
  const names = listIdFields(listed, listed.route.body);
  const sample = sampleBody(listed.route, MISSING_IDS);
  const known: unknown[] = Object.values(MISSING_IDS);
  const unknown = names.find((name) => !known.includes(sample?.[name]));
  if (unknown) throw new Error(`Say in sample-body.ts which object ${unknown} of ${nameOf(listed)} is.`);
  return names;
};

const namesInQuery = (listed: ListedRoute): string[] => {
  const names = listed.route.query ? listIdFields(listed, listed.route.query as z.ZodType) : [];
  if (names.length > 0)
    throw new Error(`Let callRoute send ${names.join()} in the query of ${nameOf(listed)}.`);
  return names;
};

const listIdFields = (listed: ListedRoute, schema: z.ZodType): string[] => {
  const places = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
  const names = Object.entries(jsonSchemaOf(schema).properties ?? {})
    .filter(([, { format }]) => format === 'uuid')
    .map(([name]) => name);
  if (names.length === places.split('"format":"uuid"').length - 1) return names;
  throw new Error(`An id lies deeper in ${nameOf(listed)} than this looks.`);
};
