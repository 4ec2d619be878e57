import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import { createMailer } from './create-mailer.ts';

const clock = { now: () => new Date('2026-11-20T14:05:00Z') };
const from = 'Field Inspection <no-reply@inspect.example>';
const message = {
  to: 'anna@example.com',
  subject: 'Invito',
  text: 'Città\n',
  html: '<p lang="it">Città</p>',
  messageId: '0199a0a0-0000-7000-8000-000000000001',
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const startPlainServer = async () => {
  const commands: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {}).write('220 ready\r\n');
    createInterface({ input: socket }).on('line', (line) => {
      commands.push(line);
      const reply = Object.entries({ EHLO: 250, MAIL: 250, RCPT: 250, DATA: 354, '.': 250, QUIT: 221 }).find(
        ([command]) => line === command || line.startsWith(`${command} `),
      );
      if (reply) socket.write(`${reply[1]} ok\r\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { commands, smtpUrl: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

describe('e-mails', () => {
  it.each([
    ['Nord: Süd <no-reply@inspect.example>', 'Nord: Süd'],
    ['Field Inspection (Nord) <no-reply@inspect.example>', 'Field Inspection (Nord)'],
    ['Nord, Süd & Söhne; GmbH <no-reply@inspect.example>', 'Nord, Süd & Söhne; GmbH'],
    ['"Nord: \\"Süd\\" (GmbH)" <no-reply@inspect.example>', 'Nord: "Süd" (GmbH)'],
    ['Team @ Nord <no-reply@inspect.example>', 'Team @ Nord'],
    ['undisclosed: a@b.example; <no-reply@inspect.example>', 'undisclosed: a@b.example;'],
    ["O'Hara <no-reply@inspect.example> ", "O'Hara"],
    ['Nord [Süd] \\ West <no-reply@inspect.example>', 'Nord [Süd] \\ West'],
    ['Nord “Süd” <no-reply@inspect.example>', 'Nord “Süd”'],
    ['Nord|Süd*<no-reply@inspect.example>', 'Nord|Süd*'],
    [' <no-reply@inspect.example>', ''],
    ['no-reply@inspect.example', ''],
  ])('is from one address and the whole name of MAIL_FROM: %s', async (mailFrom, name) => {
    const { commands, smtpUrl } = await startPlainServer();
    await createMailer({ smtpUrl, from: mailFrom, clock }).send(message);
    const { from: sender } = await PostalMime.parse(
      commands.slice(commands.indexOf('DATA') + 1).join('\r\n'),
    );
    expect(sender).toEqual({ address: 'no-reply@inspect.example', name });
  });

  it.each([
    ['Prüfdienst <no-reply@prüfdienst.example>', 'no-reply@xn--prfdienst-r9a.example'],
    ['no-reply@Prüfdienst.Example', 'no-reply@xn--prfdienst-r9a.example'],
    ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
    ['info@例え.jp', 'info@xn--r8jz45g.jp'],
    ['Service <info@例え。jp>', 'info@xn--r8jz45g.jp'],
    ["Service <o'hara/roof&wall@müller-söhne.de>", "o'hara/roof&wall@xn--mller-shne-kcb9d.de"],
  ])('is from the domain of MAIL_FROM as mail servers know it: %s', async (mailFrom, address) => {
    const { commands, smtpUrl } = await startPlainServer();
    await createMailer({ smtpUrl, from: mailFrom, clock }).send(message);
    expect(commands).toContain(`MAIL FROM:<${address}>`);
    expect(commands.find((line) => line.startsWith('From:'))).toMatch(new RegExp(`[ <]${address}>?$`));
    expect(commands.join('\n')).toMatch(new RegExp(`^Message-ID:\\s+<[^@]*@${address.split('@')[1]}>$`, 'm'));
  });

  it.each([
    ['a&b@example.com'],
    ['info/roof@example.com'],
    ['"ada rossi"@example.com'],
    ['"a@b, c"@example.com'],
    ['ada@xn--bcher-kva.example'],
  ])('reaches %s, and nobody else', async (to) => {
    const { commands, smtpUrl } = await startPlainServer();
    await createMailer({ smtpUrl, from, clock }).send({ ...message, to });
    expect(commands.filter((line) => line.startsWith('RCPT'))).toEqual([`RCPT TO:<${to}>`]);
    expect(commands.find((line) => line.startsWith('To:'))).toBe(
      `To: ${to.startsWith('"') ? `<${to}>` : to}`,
    );
  });

  it.each([
    ...[
      'Field Inspection',
      'Field <no-reply>',
      'a@b@c.example',
      'mailto:a@b.example',
      'Field <mailto:a@b.example>',
    ],
    ...['Field <ä@b.example>', 'Field a@b.example', 'Field <a@bücher.example:25>', '@b.example', 'a@', ' '],
  ])('refuses to start with a sender that has no address: %s', (sender) => {
    expect(() => createMailer({ smtpUrl: 'smtp://127.0.0.1', from: sender, clock })).toThrow(/MAIL_FROM/);
  });
});
