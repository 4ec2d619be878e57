import type { MediaPeer } from '../../platform/media-connection.ts';

/** A reload closes the socket before it, or leaves it to the next ping, so an identity needs no more than these. */
export const MAX_SOCKETS_OF_IDENTITY = 4;

/** 500 sessions with both sides on one process. */
export const MAX_SOCKETS_OF_ORGANISATION = 1_000;

type Holder = Pick<MediaPeer, 'organisationId' | 'sessionId' | 'identity'>;

export const createSocketCount = () => {
  const counts = new Map<string, number>();
  const add = (key: string, change: number): void => {
    const count = (counts.get(key) ?? 0) + change;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  return {
    enter: (holder: Holder): boolean => {
      const [identity, organisation] = keysOf(holder);
      if ((counts.get(identity) ?? 0) >= MAX_SOCKETS_OF_IDENTITY) return false;
      if ((counts.get(organisation) ?? 0) >= MAX_SOCKETS_OF_ORGANISATION) return false;
      for (const key of [identity, organisation]) add(key, 1);
      return true;
    },
    leave: (holder: Holder): void => {
      for (const key of keysOf(holder)) add(key, -1);
    },
    size: (): number => counts.size,
  };
};

export type SocketCount = ReturnType<typeof createSocketCount>;

const keysOf = ({
  organisationId,
  sessionId,
  identity,
}: Holder): [identity: string, organisation: string] => [
  `${organisationId} ${sessionId} ${identity}`,
  organisationId,
];
