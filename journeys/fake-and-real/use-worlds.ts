import { FieldInspection, type RequestedSignature } from '@field-inspection/sdk';
import { openFieldSession } from '@field-inspection/sdk/field';
import { createFakeService, type FakePlan, type FakeScope } from '@field-inspection/sdk/testing';
import { createCredential } from '@field-inspection/server/testing/create-credential';
import { createTestSeal } from '@field-inspection/server/testing/create-test-seal';
import { makeFirstReport } from '@field-inspection/server/testing/make-first-report';
import { runDueJobs } from '@field-inspection/server/testing/run-due-jobs';
import { seedOrganisation } from '@field-inspection/server/testing/seed-organisation';
import { openSigningDevice } from '@field-inspection/server/testing/signing-device';
import { startTestServer, type TestServer } from '@field-inspection/server/testing/start-test-server';
import { afterAll, beforeAll } from 'vitest';
import { openStubReceivers, type Answer, type Delivery, type StubReceivers } from './open-stub-receivers.ts';

/** An organisation with a key for everything, and what happens to it from outside. */
export type World = {
  client: FieldInspection;
  clientOf: (apiKey: string) => FieldInspection;
  createKey: (scopes: FakeScope[]) => Promise<string>;
  setSubscription: (subscription: 'active' | 'past_due') => Promise<void>;
  join: (joinUrl: string, code?: string) => Promise<{ status: number; body: Record<string, unknown> }>;
  answer: (joined: Joined, answers: Record<string, 'granted' | 'denied' | 'revoked'>) => Promise<void>;
  deliver: (url: string, answer: Answer) => Promise<Delivery[]>;
  makeReport: (sessionId: string) => Promise<void>;
  sign: (asked: RequestedSignature) => Promise<void>;
  now: () => Date;
  advance: (ms: number) => void;
};

type Joined = { body: Record<string, unknown> };

export type OpenWorld = (options?: { plan?: FakePlan }) => Promise<World>;

export function useWorlds(): [string, OpenWorld][] {
  const receivers = openStubReceivers();
  let server: TestServer;
  beforeAll(async () => {
    const { seal } = createTestSeal();
    const edges = { safeFetch: receivers.safeFetch, seal, demoSigner: createTestSeal().seal };
    server = await startTestServer({}, edges);
    // Ahead of the real time, which must make nothing due.
    server.clock.advance(3_600_000);
  });
  afterAll(() => server.close());
  return [
    ['the fake', openFake],
    ['the real service', (options) => openReal(server, receivers, options)],
  ];
}

const openFake: OpenWorld = async ({ plan = 'enterprise' } = {}) => {
  const service = createFakeService();
  service.setPlan(plan);
  const { clientOptions } = service;
  const clientOf = (apiKey: string) => new FieldInspection({ ...clientOptions, apiKey, maxRetries: 0 });
  const fetchFake = service.fetch as unknown as typeof fetch;
  return {
    client: clientOf(clientOptions.apiKey!),
    clientOf,
    createKey: async (scopes) => service.createApiKey({ scopes }),
    setSubscription: async (subscription) => service.setSubscription(subscription),
    join: (joinUrl, code) => callJoin(fetchFake, joinUrl, code),
    answer: async ({ body }, answers) =>
      void service.answer((body['participant'] as { id: string }).id, answers),
    deliver: async (url, answer) => {
      const sent = await service.deliver(() => {
        if (answer === 'unreachable') throw new Error('There is nobody.');
        return { status: answer };
      });
      return sent.filter((delivery) => delivery.url === url);
    },
    makeReport: async (sessionId) => void service.makeReports(sessionId),
    sign: async ({ id }) => void service.sign(id),
    now: service.now,
    advance: service.advance,
  };
};

const openReal = async (
  server: TestServer,
  receivers: StubReceivers,
  { plan = 'enterprise' }: { plan?: FakePlan } = {},
): Promise<World> => {
  const { context, clock, clientOf } = server;
  const { organisationId, apiKey } = await seedOrganisation(context, { plan });
  return {
    client: clientOf(apiKey),
    clientOf,
    createKey: async (scopes) => {
      const operatorEmail = 'operator@example.com';
      const credential = { organisationId, name: 'limited', scopes, operatorEmail };
      return (await createCredential(context, credential)).api_key;
    },
    setSubscription: async (subscription_status) => {
      const where = { id: organisationId };
      await context.database.prisma.organisation.update({ where, data: { subscription_status } });
    },
    join: (joinUrl, code) => callJoin(fetch, joinUrl, code),
    answer: async ({ body }, answers) => {
      const token = String(body['field_session_token']);
      await openFieldSession({ token, baseUrl: server.baseUrl }).updateConsent(answers);
    },
    deliver: async (url, answer) => {
      receivers.answerAll(answer);
      await runDueJobs(context);
      return receivers.take().filter((delivery) => delivery.url === url);
    },
    makeReport: async (sessionId) => {
      await makeFirstReport(context, organisationId, sessionId);
      clock.advance(1_000);
    },
    sign: async (asked) => {
      const session = await openSigningDevice(server, asked).enter();
      const { status, body } = await session.sign();
      if (status !== 200) throw new Error(`Not signed: ${JSON.stringify(body)}`);
    },
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
  };
};

const callJoin = async (send: typeof fetch, joinUrl: string, code?: string) => {
  const { origin, pathname, hash } = new URL(joinUrl);
  const address = `${origin}/v1/sessions/${pathname.split('/').at(-1)}/join/${hash.slice(1)}`;
  const headers = new Headers({ 'user-agent': 'phone', ...(code && { 'x-join-otp': code }) });
  const response = await send(address, { method: 'GET', headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
