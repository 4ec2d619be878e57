import { createHmac } from 'node:crypto';
import { hostClock } from '../../platform/clock.ts';
import { systemRandom } from '../../platform/secrets/random.ts';
import { explain, Fault, off, ok, wrong, type Examined, type Probe, type Verdict } from './finding.ts';
import { openTurnConnection, readTurnUrl, type TurnConnection } from '../turn/open-turn-connection.ts';
import {
  ALLOCATE,
  ALLOCATED,
  buildRequest,
  readAnswer,
  REFRESH,
  type Answer,
  type Login,
} from '../turn/stun-message.ts';

const LOGIN_SECONDS = 600;
const UNAUTHORIZED = 401;

const REMEDY = 'Check TURN_URL, and that its port is open from here.';

export const probeTurn = ({ config: { turnUrls }, secrets: { turnSecret } }: Examined): Probe => ({
  part: 'turn',
  remedy: REMEDY,
  run: async () => {
    if (!turnUrls || !turnSecret) {
      return off('TURN_URL is not set: a call fails where both sides are behind strict firewalls.');
    }
    const [url, ...more] = turnUrls;
    if (url !== undefined && more.length === 0) return probeOne(url, turnSecret);
    return Promise.all(turnUrls.map((each) => probeNamed(each, turnSecret)));
  },
});

const probeOne = async (url: string, secret: string): Promise<Verdict> => {
  const connection = await openTurnConnection(readTurnUrl(url));
  try {
    return await allocate(connection, secret);
  } finally {
    connection.close();
  }
};

const probeNamed = async (url: string, secret: string): Promise<Verdict> => {
  try {
    const { state, words } = await probeOne(url, secret);
    return { state, words: `${url}: ${words}` };
  } catch (error) {
    return wrong(`${url}: ${explain(error)} ${REMEDY}`);
  }
};

const allocate = async (connection: TurnConnection, secret: string): Promise<Verdict> => {
  const { error, realm, nonce } = await ask(connection, ALLOCATE);
  if (error !== UNAUTHORIZED) {
    throw new Fault('The TURN server asks for no password, so that anybody may use it: set use-auth-secret.');
  }
  const username = `${Math.floor(hostClock.now().getTime() / 1000) + LOGIN_SECONDS}:doctor`;
  const login = {
    username,
    password: createHmac('sha1', secret).update(username).digest('base64'),
    realm,
    nonce,
  };
  const answer = await ask(connection, ALLOCATE, login);
  if (answer.type !== ALLOCATED) throw new Fault(describeRefusal(answer.error));
  await ask(connection, REFRESH, login);
  return ok('The TURN server takes the password and gives a relay address.');
};

const ask = (connection: TurnConnection, type: number, login?: Login): Promise<Answer> => {
  const id = systemRandom.bytes(12);
  return connection.ask(buildRequest(type, id, login), (bytes) => readAnswer(bytes, id));
};

const describeRefusal = (error: number | undefined): string =>
  error === UNAUTHORIZED
    ? 'The TURN server refuses the password: TURN_SECRET is not its static-auth-secret, or its clock is wrong.'
    : `The TURN server gives no relay address (${error ?? 'no code'}): see its log.`;
