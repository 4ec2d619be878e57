import { createHmac } from 'node:crypto';
import { MediaConnection } from '@field-inspection/contract';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../config/read-config.ts';
import { createFakeClock } from '../testing/create-fake-clock.ts';
import { createKeyring } from './secrets/keyring.ts';
import { describeMediaConnection, readMediaToken, type MediaPeer } from './media-connection.ts';
import { createMetrics } from './metrics.ts';
import { systemRandom } from './secrets/random.ts';

const HOUR_MS = 3_600_000;
const TURN = { TURN_URL: 'turn:turn.example.com:3478', TURN_SECRET: 'shared-with-coturn' };
const FIELD: MediaPeer = {
  organisationId: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a01',
  sessionId: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a02',
  role: 'field',
  identity: 'field-1',
  participantId: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a03',
  device: Buffer.alloc(32, 1).toString('base64url'),
};

const { organisationId, sessionId } = FIELD;
const OPERATOR: MediaPeer = {
  organisationId,
  sessionId,
  role: 'operator',
  identity: 'operator-1',
  credentialId: '019a9f6e-3c0a-7bd2-8c11-5d2f0f6d9a04',
};

const openContext = (env: Record<string, string> = {}, keyByte = 1) => ({
  ...readConfig({ BASE_URL: 'http://127.0.0.1:3000', ...env }),
  clock: createFakeClock(new Date('2026-11-20T09:30:00.000Z')),
  keyring: createKeyring([{ kid: 'k1', key: Buffer.alloc(32, keyByte) }], systemRandom),
  metrics: createMetrics(),
});

describe('describeMediaConnection', () => {
  it('says all that one side needs, as the contract has it', () => {
    const connection = describeMediaConnection(openContext(), FIELD);
    expect(MediaConnection.parse(connection)).toEqual(connection);
    expect(connection).toMatchObject({
      url: 'ws://127.0.0.1:3000/v1/signalling',
      room: FIELD.sessionId,
      identity: 'field-1',
      expires_at: '2026-11-20T21:30:00.000Z',
      permissions: { publish: ['camera', 'microphone'], subscribe: true, data: true },
    });
  });

  it('lets the operator send sound, and no picture', () => {
    const { permissions } = describeMediaConnection(openContext(), OPERATOR);
    expect(permissions.publish).toEqual(['microphone']);
  });

  it('is wss under an https origin, without the token in the address', () => {
    const context = {
      ...openContext(),
      config: { ...openContext().config, baseUrl: 'https://inspections.example.com' },
    };
    const { url, token } = describeMediaConnection(context, FIELD);
    expect(url).toBe('wss://inspections.example.com/v1/signalling');
    expect(url).not.toContain(token);
  });

  it('has no relay unless one is set', () => {
    expect(describeMediaConnection(openContext(), FIELD).ice_servers).toEqual([]);
  });

  it('counts each password for the relay that it gives, and none where there is no relay', async () => {
    const [relayed, bare] = [openContext(TURN), openContext()];
    for (const peer of [FIELD, OPERATOR, FIELD]) {
      describeMediaConnection(relayed, peer);
      describeMediaConnection(bare, peer);
    }
    const count = async ({ metrics }: typeof bare) => (await metrics.turnCredentials.get()).values;
    expect([await count(relayed), await count(bare)]).toMatchObject([[{ value: 3 }], [{ value: 0 }]]);
  });

  it('gives credentials that the relay checks by the shared secret until the connection expires', () => {
    const [server] = describeMediaConnection(openContext(TURN), FIELD).ice_servers;
    const expiry = Date.parse('2026-11-20T21:30:00.000Z') / 1000;
    expect(server).toEqual({
      urls: [TURN.TURN_URL],
      username: `${expiry}:field-1`,
      credential: createHmac('sha1', TURN.TURN_SECRET).update(`${expiry}:field-1`).digest('base64'),
    });
  });

  it('names every address of the relay, that by TLS on port 443 among them', () => {
    const urls = ['turn:turn.example.com:3478', 'turns:turn.example.com:443?transport=tcp'];
    const [server] = describeMediaConnection(
      openContext({ ...TURN, TURN_URL: urls.join(', ') }),
      FIELD,
    ).ice_servers;
    expect(server?.urls).toEqual(urls);
  });
});

describe('readMediaToken', () => {
  it('gives the peer of a genuine token until it expires', () => {
    const context = openContext();
    const { token } = describeMediaConnection(context, FIELD);
    context.clock.advance(12 * HOUR_MS - 1);
    expect(readMediaToken(context, token)).toEqual(FIELD);
    context.clock.advance(1);
    expect(readMediaToken(context, token)).toBeUndefined();
  });

  it('refuses a token with any one character of its claims changed', () => {
    const context = openContext();
    const { token } = describeMediaConnection(context, FIELD);
    const claimsEnd = token.indexOf('.');
    for (let position = 0; position < claimsEnd; position++) {
      const other = token[position] === 'A' ? 'B' : 'A';
      expect(
        readMediaToken(context, token.slice(0, position) + other + token.slice(position + 1)),
      ).toBeUndefined();
    }
  });

  it.each(['', '.', 'x', 'e30', 'e30.', 'e30.AAAA', '\u0000'])('refuses %j', (token) => {
    expect(readMediaToken(openContext(), token)).toBeUndefined();
  });

  it('refuses what another key signed, and what was signed for another purpose', () => {
    const context = openContext();
    const { token } = describeMediaConnection(openContext({}, 2), FIELD);
    expect(readMediaToken(context, token)).toBeUndefined();
    const claims = describeMediaConnection(context, FIELD).token.split('.')[0]!;
    const forged = `${claims}.${context.keyring.sign('cursor', claims).toString('base64url')}`;
    expect(readMediaToken(context, forged)).toBeUndefined();
  });
});
