import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectSignalling } from '../../testing/connect-signalling.ts';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ SIGNALLING_ORIGINS: 'https://app.example.com, http://localhost:5173' });
});
afterAll(() => server.close());

const enter = async (origin: string | undefined): Promise<string> => {
  const session = await server.client.sessions.create({});
  const { token } = await server.client.sessions.createMediaConnection(session.id);
  try {
    const client = await connectSignalling(server.baseUrl, {
      token,
      ...(origin === undefined ? {} : { origin }),
    });
    const { type } = await client.next();
    await client.close();
    return type;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('with SIGNALLING_ORIGINS', () => {
  it('a page of an origin that is named, or of the service itself, enters, and so does what is no browser', async () => {
    for (const origin of ['https://app.example.com', 'http://localhost:5173', server.baseUrl, undefined]) {
      expect([origin, await enter(origin)]).toEqual([origin, 'welcome']);
    }
  });

  it.each([
    'https://evil.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.example',
    'null',
  ])(
    'the handshake of a page of another origin is refused with 403, whatever token it has: %j',
    async (origin) => {
      expect(await enter(origin)).toBe('Unexpected server response: 403');
    },
  );
});

describe('without SIGNALLING_ORIGINS', () => {
  it('a page of any origin enters with a token', async () => {
    const { signallingOrigins } = server.context.config;
    server.context.config.signallingOrigins = undefined;
    expect(await enter('https://elsewhere.example')).toBe('welcome');
    server.context.config.signallingOrigins = signallingOrigins;
  });
});
