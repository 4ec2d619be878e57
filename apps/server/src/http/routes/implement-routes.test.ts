import { contract } from '@field-inspection/contract';
import { expect, it } from 'vitest';
import { listEndpoints } from './implement-routes.ts';

const endpointsOf = (implementationOf: (resource: string, key: string) => unknown) => {
  const implementations = Object.fromEntries(
    Object.entries(contract).map(([resource, routes]) => [
      resource,
      Object.fromEntries(Object.keys(routes).map((key) => [key, implementationOf(resource, key)])),
    ]),
  );
  return () => listEndpoints({} as never, implementations as never);
};

it('a route of several statuses that gives no whole reply is refused at the start', () => {
  const whole = { reply: () => Promise.reject(new Error('not asked')) };
  expect(endpointsOf(() => whole)).not.toThrow();
  const read = () => Promise.resolve({});
  const isDownload = (resource: string, key: string) => resource === 'evidence' && key === 'download';
  expect(endpointsOf((resource, key) => (isDownload(resource, key) ? read : whole))).toThrow(
    'it must give the whole reply',
  );
});
