import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CLOSE_CODES } from '../../apps/server/src/features/media/close-reasons.ts';
import { readAuthenticate, readPeerMessage } from '../../apps/server/src/features/media/signal-message.ts';
import { connectSignalling } from '../../apps/server/src/testing/connect-signalling.ts';
import { mintInviteFor } from '../../apps/server/src/testing/mint-invite-for.ts';
import { joinByLink } from '../../apps/server/src/testing/join-by-link.ts';
import { startTestServer, type TestServer } from '../../apps/server/src/testing/start-test-server.ts';
import { hasBrowser, openBrowser } from '../../journeys/open-browser.ts';
import { readFieldMessage, readOperatorMessage } from '../../packages/signalling/src/index.ts';
import { readCodeBlocks, ROOT } from '../code-blocks/read-code-blocks.ts';

/* What the guide of the live picture shows is what the relay says, and its operator's page gets the picture. */
const page = readFileSync(join(ROOT, 'docs/media.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.split('|').map((cell) => cell.trim()));

type Message = { type: string; [member: string]: unknown };
const messagesOf = (who: string): Message[] =>
  rows.filter((row) => row[1] === who).map((row) => JSON.parse(row[2]!.replaceAll('`', '')) as Message);

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('the close codes of the guide are those of the relay, each with its name', () => {
  const told = rows.filter(([, code]) => /^\d{4}$/.test(code!));
  expect(told.map(([, code, reason]) => [reason!.replaceAll('`', ''), Number(code)])).toEqual(
    Object.entries(CLOSE_CODES),
  );
});

it('the relay takes each message that the guide has a peer say', () => {
  const refused = messagesOf('a peer').filter((message) => {
    const text = JSON.stringify(message);
    return !(readAuthenticate(text) ?? readPeerMessage(text).ok);
  });
  expect(refused).toEqual([]);
});

it('each side takes what the guide has the other say beside the picture, and not its own', () => {
  const frames = (who: string) => messagesOf(who).map((message) => JSON.stringify(message));
  const [operators, fields] = [frames('the operator'), frames('the field person')];
  expect(operators.map(readOperatorMessage)).toEqual(operators.map((frame) => JSON.parse(frame) as unknown));
  expect(fields.map(readFieldMessage)).toEqual(fields.map((frame) => JSON.parse(frame) as unknown));
  expect([...operators.map(readFieldMessage), ...fields.map(readOperatorMessage)].filter(Boolean)).toEqual(
    [],
  );
});

it('the relay says what the guide shows, and nothing else', async () => {
  const { session, invite } = await mintInviteFor(server, {});
  const operator = await server.client.sessions.createMediaConnection(session.id);
  const { body } = await joinByLink(invite.join_url);
  const [first, second] = [
    await connectSignalling(server.baseUrl, { token: body.media_connection.token }),
    await connectSignalling(server.baseUrl, { token: operator.token }),
  ];
  const said = [await second.next(), await first.next(), await first.next()];
  second.send({ type: 'offer', sdp: 'v=0', to: body.media_connection.identity });
  said.push(await first.next());
  await second.close();
  said.push(await first.next());
  first.send({ type: 'ping' });
  first.send('{');
  said.push(await first.next(), await first.next());
  await first.close();
  const shape = (message: Message) => [message.type, Object.keys(message).sort()];
  expect([...new Set(said.map((message) => JSON.stringify(shape(message))))].sort()).toEqual(
    messagesOf('the relay')
      .map((message) => JSON.stringify(shape(message)))
      .sort(),
  );
});

it.runIf(hasBrowser)("the guide's operator gets the picture of the page behind the link", async () => {
  const block = readCodeBlocks().find(({ code }) => code.startsWith('export function watch('))!;
  const { session, invite } = await mintInviteFor(server, {});
  const media = await server.client.sessions.createMediaConnection(session.id);
  const browser = await openBrowser();
  const device = await browser.newContext({ locale: 'en-GB' });
  const operator = await device.newPage();
  await operator.goto(`${server.baseUrl}/join/${session.id}`);
  await operator.evaluate(`
    globalThis.watch = ${block.code.replace('export ', '')};
    globalThis.video = Object.assign(document.createElement('video'), { muted: true, autoplay: true });
    void watch(${JSON.stringify(media)}, video);
  `);
  const field = await device.newPage();
  await field.goto(invite.join_url);
  await field.getByRole('button', { name: 'Join the inspection' }).click();
  for (const name of ['Camera', 'Microphone']) await field.getByRole('checkbox', { name }).check();
  for (const name of ['Continue', 'Show live', 'Start sharing'])
    await field.getByRole('button', { name }).click();
  await field.getByText('Your contact person sees and hears you.').waitFor();
  const readWidth = () => operator.evaluate<number>('video.videoWidth');
  await expect.poll(readWidth, { timeout: 20_000 }).toBeGreaterThan(0);
  await browser.close();
});
