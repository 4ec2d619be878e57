import type { MediaConnection } from '@field-inspection/contract';
import { drawToken, type FakeState } from '../state/fake-state.ts';

const TOKEN_TTL_MS = 12 * 3_600_000;

export const describeFakeMedia = (
  { baseUrl, now }: Pick<FakeState, 'baseUrl' | 'now'>,
  { room, identity, publish }: { room: string; identity: string; publish: ('camera' | 'microphone')[] },
): MediaConnection => ({
  provider: 'p2p',
  url: `${baseUrl.replace(/^http/, 'ws')}/v1/signalling`,
  token: drawToken(),
  room,
  identity,
  expires_at: new Date(now().getTime() + TOKEN_TTL_MS).toISOString(),
  ice_servers: [],
  ice_transport_policy: 'all',
  permissions: { publish, subscribe: true, data: true },
});
