import { mintInviteFor } from '@field-inspection/server/testing/mint-invite-for';
import type { TestServer } from '@field-inspection/server/testing/start-test-server';
import type { Browser, Page } from 'playwright-core';
import { startRoomOperator } from './start-room-operator.ts';

const useRelayOnly = (field: Page) =>
  field.addInitScript(`globalThis.connections = [];
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      constructor(configuration) {
        super({ ...configuration, iceTransportPolicy: 'relay' });
        connections.push(this);
      }
    };`);

const readRelayProtocol = (page: Page, connections: string) =>
  page.evaluate<string>(`${connections}.at(-1).getStats().then((stats) => {
    const { selectedCandidatePairId } = [...stats.values()].find(({ type }) => type === 'transport');
    return stats.get(stats.get(selectedCandidatePairId).localCandidateId).relayProtocol;
  })`);

export const callByRelay = async (server: TestServer, browser: Browser) => {
  const { session, invite } = await mintInviteFor(server, {});
  const device = await browser.newContext({ locale: 'en-GB' });
  const desk = await browser.newContext({ bypassCSP: true });
  const [page, operatorPage] = [await device.newPage(), await desk.newPage()];
  await useRelayOnly(page);
  await operatorPage.goto(`${server.baseUrl}/livez`);
  const media = await server.client.sessions.createMediaConnection(session.id);
  const operator = await startRoomOperator(operatorPage, { ...media, ice_transport_policy: 'relay' });
  await page.goto(invite.join_url);
  await page.getByRole('button', { name: 'Join the inspection' }).click();
  for (const name of ['Camera', 'Microphone']) await page.getByRole('checkbox', { name }).check();
  for (const name of ['Continue', 'Show live', 'Start sharing'])
    await page.getByRole('button', { name }).click();
  return {
    page,
    operator,
    says: (text: string) => page.getByText(text).waitFor({ timeout: 60_000 }),
    relayProtocols: () =>
      Promise.all([
        readRelayProtocol(page, 'connections'),
        readRelayProtocol(operatorPage, 'operator.connections'),
      ]),
    close: async () => {
      await device.close();
      await desk.close();
    },
  };
};
