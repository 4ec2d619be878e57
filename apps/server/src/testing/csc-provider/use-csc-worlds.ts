import { afterEach } from 'vitest';
import { completeSession } from '../complete-session.ts';
import { createTestPerson, type createTestSeal } from '../create-test-seal.ts';
import { openSigningDevice } from '../signing-device.ts';
import { startTestServer, type TestServer } from '../start-test-server.ts';
import { CSC_CLIENT, startCscProvider, type CscProviderServer } from './start-csc-provider.ts';

export type CscWorld = {
  csc: CscProviderServer;
  server: TestServer;
  signer: ReturnType<typeof createTestPerson>;
  sessionId: string;
  reportId: string;
};

/** Each world is closed after its test. */
export const useCscWorlds = ({ seal }: ReturnType<typeof createTestSeal>) => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });
  return async (kind: 'P-256' | 'RSA' = 'P-256'): Promise<CscWorld> => {
    const signer = createTestPerson(kind);
    const csc = await startCscProvider({ authType: ['oauth2code'], mode: 'oauth2code', kind, signer });
    closing.push(csc.close);
    const server = await startTestServer(
      { CSC_URL: csc.url, CSC_CLIENT_ID: CSC_CLIENT.clientId, CSC_CLIENT_SECRET: CSC_CLIENT.clientSecret },
      { seal },
    );
    closing.push(server.close);
    return { csc, server, signer, ...(await completeSession(server)) };
  };
};

export const ask = (
  { server, sessionId }: Pick<CscWorld, 'server' | 'sessionId'>,
  { name = 'Ada Rossi', level = 'AES' as const } = {},
) =>
  server.client.signatures.request(sessionId, {
    signer: { name, email: `${name.split(' ')[0]!.toLowerCase()}@example.com` },
    level,
  });

export const enter = async (world: CscWorld, asked?: Awaited<ReturnType<typeof ask>>) => {
  const signature = asked ?? (await ask(world));
  return { id: signature.id, ...(await openSigningDevice(world.server, signature).enter()) };
};

export type CscSession = Awaited<ReturnType<typeof enter>>;

export const actionOf = ({ status, body }: { status: number; body: Record<string, unknown> }): string => {
  const { action_url } = body;
  if (status !== 200 || typeof action_url !== 'string') {
    throw new Error(`leads to no page: ${status} ${JSON.stringify(body)}`);
  }
  return action_url;
};

/** The provider then asks for leave to sign. */
export const logIn = async ({ csc }: CscWorld, session: CscSession): Promise<string> => {
  const back = await csc.visit(actionOf(await session.sign()));
  return actionOf(await session.finish(back));
};

export const signAll = async (world: CscWorld, session: CscSession) =>
  session.finish(await world.csc.visit(await logIn(world, session)));

export const get = ({ server, sessionId }: CscWorld, id: string) =>
  server.client.signatures.get(sessionId, id);
