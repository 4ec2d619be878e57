import { expect } from 'vitest';
import { anchorChain } from '../../../apps/server/src/features/anchors/anchor-head.job.ts';
import { askAuthority } from '../../../apps/server/src/platform/tsa-client/ask-authority.ts';
import type { TimestampAuthority } from '../../../apps/server/src/platform/tsa-client/timestamp-authority.ts';
import { openAnchorWorld } from '../../../apps/server/src/testing/open-anchor-world.ts';
import type { OpenPeer } from '../open-peer.ts';
import { createHttpDialect } from '../http-dialect.ts';
import { USER_INFO, type Edge, type Faced } from './edge.ts';
import { ALL_PEERS, type PeerName } from '../hostile-peer.ts';

const HOUR_MS = 3_600_000;

export const AUTHORITIES: Edge = {
  name: 'a timestamp authority',
  speak: (dripMs) => createHttpDialect('application/timestamp-reply', dripMs),
  isSecure: false,
  takes: [],
  open: async ({ deadlineMs }) => {
    const world = await openAnchorWorld();
    await world.startSession();
    let names: string[] = [];
    const { config } = world.server.context;
    const withAuthorities = (authorities: TimestampAuthority[]) => ({
      ...world.server.context,
      // Half of a worker's places are for authorities, and this test asks all authorities at once.
      config: { ...config, workerConcurrency: 4 * ALL_PEERS.length },
      timestampAuthorities: [...world.server.context.timestampAuthorities, ...authorities],
    });
    const anchorAt = (context: ReturnType<typeof withAuthorities>) => (name: string) =>
      anchorChain.run(context, world.keyOf(name));
    const readAll = async (peers: ReadonlyMap<PeerName, OpenPeer>) => {
      const { anchors } = await world.summarize();
      return new Map(
        [...peers].map(([name, { host }]): [PeerName, Faced] => {
          const { status, error } = anchors.find(({ authority }) => authority === host)!;
          return [name, { outcome: status === 'anchored' ? 'done' : 'failed', told: error ?? '' }];
        }),
      );
    };
    const frozen = Promise.withResolvers<ReturnType<typeof withAuthorities>>();
    return {
      faceAll: async (peers) => {
        names = [...peers.values()].map(({ host }) => host);
        const context = withAuthorities([...peers.values()].map((peer) => openAuthority(peer, deadlineMs)));
        // The session closes although no authority has answered yet.
        expect((await world.endSession()).status).toBe('closed');
        await world.freeze(context);
        frozen.resolve(context);
        await Promise.all(names.map(anchorAt(context)));
        return readAll(peers);
      },
      faceHonest: async () => {
        await anchorAt(await frozen.promise)(world.good.url);
        expect(await world.readAnchor(world.good)).toMatchObject({ status: 'anchored', error: null });
      },
      recover: async () => {
        world.server.clock.advance(HOUR_MS);
        const [honest] = world.server.context.timestampAuthorities;
        const context = withAuthorities(names.map((name) => ({ ...honest!, name })));
        for (const name of names) await anchorAt(context)(name);
        const { anchors } = await world.summarize();
        const late = anchors.filter(({ authority }) => names.includes(authority));
        expect(late.map(({ status }) => status)).toEqual(names.map(() => 'anchored'));
      },
      close: world.close,
    };
  },
};

const openAuthority = ({ host, isTls }: OpenPeer, deadlineMs: number | undefined): TimestampAuthority => ({
  name: host,
  roots: [],
  ask: (query) =>
    askAuthority(
      {
        name: host,
        url: `http${isTls ? 's' : ''}://${host}/tsr`,
        authorization: `Basic ${Buffer.from(USER_INFO).toString('base64')}`,
      },
      query,
      deadlineMs ? { timeoutMs: deadlineMs } : {},
    ),
});
