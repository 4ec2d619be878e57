import { fileURLToPath } from 'node:url';
import type { MediaConnection } from '@field-inspection/sdk';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';

const SIGNALLING = fileURLToPath(new URL('../../packages/signalling/src/index.ts', import.meta.url));
let script: Promise<string> | undefined;

const bundleSignalling = async (): Promise<string> => {
  const options = { bundle: true, format: 'iife', globalName: 'signalling', write: false } as const;
  const { outputFiles } = await build({ entryPoints: [SIGNALLING], ...options });
  return outputFiles[0]!.text;
};

export const startRoomOperator = async (page: Page, media: MediaConnection) => {
  script ??= bundleSignalling();
  await page.addScriptTag({ content: await script });
  await page.evaluate(`(${operate})(${JSON.stringify(media)})`);
  const read = <Value>(expression: string): Promise<Value> => page.evaluate<Value>(expression);
  return {
    page,
    say: (message: object) => read<number>(`operator.room.say(${JSON.stringify(message)})`),
    heard: () => read<Record<string, unknown>[]>('operator.heard'),
    seesPicture: () =>
      page.waitForFunction(`operator.connections.at(-1)?.getStats().then((stats) =>
        [...stats.values()].some(({ framesDecoded }) => framesDecoded > 0))`),
    countConnections: () => read<number>('operator.connections.length'),
    states: () =>
      read<string[]>(
        '[operator.connections.at(-1).signalingState, operator.connections.at(-1).connectionState]',
      ),
    lookAgain: () => page.evaluate('operator.room.lookAgain(true)'),
    /** Reads the names of both ends' ways (RFC 8839 5.4): each ICE restart gives other names. */
    ways: () =>
      read<(string | undefined)[]>(`{
        const { currentLocalDescription: own, currentRemoteDescription: other } = operator.connections.at(-1);
        [own, other].map((description) => /^a=ice-ufrag:(.*)$/m.exec(description?.sdp)?.[1]) }`),
    wayTypes: () =>
      read<string[]>(`operator.connections.at(-1).getStats().then((stats) => {
        const all = [...stats.values()];
        const { selectedCandidatePairId } = all.find(({ type }) => type === 'transport');
        const { localCandidateId, remoteCandidateId } = stats.get(selectedCandidatePairId);
        return [localCandidateId, remoteCandidateId].map((id) => stats.get(id).candidateType);
      })`),
    countSoundPackets: () =>
      read<number>(`operator.connections.at(-1).getStats().then((stats) =>
        [...stats.values()].find(({ type, kind }) => type === 'inbound-rtp' && kind === 'audio').packetsReceived)`),
    leave: () => page.evaluate('operator.room.close()'),
  };
};

// Runs in the page.
const operate = `(media) => {
  const operator = (globalThis.operator = { heard: [], connections: [] });
  operator.room = signalling.openRoom(
    {
      role: 'operator',
      way: () => media,
      onRelay: () => {},
      onPeers: () => {},
      onTrack: () => {},
      onMessage: (message) => operator.heard.push(message),
      onEnd: () => {},
    },
    {
      createSocket: (url, protocols) => new WebSocket(url, protocols),
      createConnection: (configuration) => {
        const connection = new RTCPeerConnection(configuration);
        operator.connections.push(connection);
        return connection;
      },
      random: Math.random,
    },
  );
}`;
