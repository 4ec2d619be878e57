import { listRoutes } from '@field-inspection/contract';
import { expect, it } from 'vitest';
import { openSigning } from './open-signing.ts';

const baseUrl = 'https://api.example.com';

const open = (token = 'link-token') => {
  const seen: { method: string; path: string; bearer: string | null; body: unknown }[] = [];
  const signing = openSigning({
    token,
    baseUrl,
    fetch: (url, init) => {
      const { pathname: path } = new URL(String(url));
      const body = init.body ? (JSON.parse(String(init.body)) as unknown) : undefined;
      seen.push({ method: init.method, path, bearer: init.headers.get('authorization'), body });
      return Promise.resolve(Response.json({}));
    },
  });
  return { signing, seen };
};

it('every route of /v1/signing is a method, with its path, its body and the bearer', async () => {
  const { signing, seen } = open();
  const sha256 = 'a'.repeat(64);
  await signing.open();
  await signing.sendCode();
  await signing.verify({ otp_code: '482913' });
  await signing.get();
  await signing.readReport();
  await signing.sign({ sha256 });
  await signing.finish({ state: 's', code: 'c' });
  await signing.decline();
  const routes = listRoutes().filter(({ resource }) => resource === 'signing');
  expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual(
    routes.map(({ route }) => `${route.method} ${route.path}`),
  );
  expect(new Set(seen.map(({ bearer }) => bearer))).toEqual(new Set(['Bearer link-token']));
  expect(seen.map(({ body }) => body).filter(Boolean)).toEqual([
    { otp_code: '482913' },
    { sha256 },
    { state: 's', code: 'c' },
  ]);
});

it('says which token is missing, before anything is sent', () => {
  expect(() => openSigning({ token: '', baseUrl })).toThrow('token');
});
