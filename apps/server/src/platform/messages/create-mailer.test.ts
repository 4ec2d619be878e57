import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { describeCauses } from '../describe-causes.ts';
import { createMailer } from './create-mailer.ts';
import type { MessageRefusedError } from './message-refused-error.ts';

const clock = { now: () => new Date('2026-11-20T14:05:00Z') };
const from = 'Field Inspection <no-reply@inspect.example>';
const message = {
  to: 'anna@example.com',
  subject: 'Invito: l’ispezione è pronta — Ελλάδα, България, 👷',
  text: 'Città, δοκιμή, здравейте\n> quoted\n',
  html: '<p lang="it">Città, δοκιμή, здравейте</p>',
  messageId: '0199a0a0-0000-7000-8000-000000000001',
};

type Received = { recipients: string[]; raw: string };
const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const startSmtpServer = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, raw: Buffer.concat(chunks).toString('utf8') });
        callback();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { received, port, smtpUrl: `smtp://127.0.0.1:${port}` };
};

const sendOne = async (changes: Partial<Parameters<ReturnType<typeof createMailer>['send']>[0]> = {}) => {
  const { received, smtpUrl } = await startSmtpServer();
  await createMailer({ smtpUrl, from, clock }).send({ ...message, ...changes });
  expect(received).toHaveLength(1);
  const { recipients, raw } = received[0]!;
  const mail = await PostalMime.parse(raw);
  return { recipients, mail, headers: mail.headers.map(({ key, value }) => [key, value]) };
};

describe('createMailer', () => {
  it.each([
    ['a plain one', 'Nordic Surveyors'],
    ['one beyond ASCII', 'Müller & Söhne Εταιρεία'],
    ['one that writes an address', 'Bank <support@bank.example>, "x'],
    ['one that writes a header', 'Nordic\r\nBcc: all@example.com'],
  ])('is from the name that is given, %s, and from the address of MAIL_FROM alone', async (_, fromName) => {
    const { mail, recipients } = await sendOne({ fromName });
    expect(mail.from?.address).toBe('no-reply@inspect.example');
    expect(mail.from?.name.split(/\s+/)).toEqual(fromName.split(/\s+/));
    expect(recipients).toEqual(['anna@example.com']);
    expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
  });

  it('takes no encoded word out of a name or a subject: it is shown as it was written, with a space', async () => {
    const word = '=?utf-8?B?c2VjdXJpdHlAYmFuay5jb20=?=';
    const { mail } = await sendOne({ fromName: word, subject: `${word} invites you` });
    expect(mail.from?.name).toBe('= ?utf-8?B?c2VjdXJpdHlAYmFuay5jb20= ?=');
    expect(mail.subject).toBe('= ?utf-8?B?c2VjdXJpdHlAYmFuay5jb20= ?= invites you');
  });

  it('delivers subject, text and HTML as they were, beyond ASCII too', async () => {
    const { mail, recipients } = await sendOne();
    expect(recipients).toEqual(['anna@example.com']);
    expect(mail.subject).toBe(message.subject);
    expect(mail.text).toBe(message.text);
    expect(mail.html?.trim()).toBe(message.html);
    expect(mail.from).toMatchObject({ name: 'Field Inspection', address: 'no-reply@inspect.example' });
    expect(mail.to).toMatchObject([{ address: 'anna@example.com' }]);
  });

  it('marks the message as automatic and dates it by the clock it is given', async () => {
    const { headers, mail } = await sendOne({ headers: { 'X-Session': 's1' } });
    expect(headers).toContainEqual(['auto-submitted', 'auto-generated']);
    expect(headers).toContainEqual(['x-session', 's1']);
    expect(mail.date).toBe('2026-11-20T14:05:00.000Z');
  });

  it('makes the Message-ID of the message id, the same at each attempt', async () => {
    const first = await sendOne();
    const again = await sendOne({ subject: 'second attempt' });
    const other = await sendOne({ messageId: 'other' });
    expect(first.mail.messageId).toBe('<0199a0a0-0000-7000-8000-000000000001@inspect.example>');
    expect(again.mail.messageId).toBe(first.mail.messageId);
    expect(other.mail.messageId).toBe('<other@inspect.example>');
  });

  it.each(['PUBLISH', 'CANCEL'])(
    'brings a calendar as an alternative, with every line of it: %s',
    async (method) => {
      const calendar = ['BEGIN:VCALENDAR', `METHOD:${method}`, 'SUMMARY:Città 👷', 'END:VCALENDAR', ''].join(
        '\r\n',
      );
      const { mail } = await sendOne({ calendar });
      const kinds = new Set(mail.attachments.map(({ mimeType }) => mimeType));
      expect(kinds).toContain('text/calendar');
      const [part] = mail.attachments.filter(({ mimeType }) => mimeType === 'text/calendar');
      expect(part).toMatchObject({ method });
      // The parser reads lines as lines.
      expect(new TextDecoder().decode(part!.content as ArrayBuffer)).toBe(calendar.replaceAll('\r\n', '\n'));
      expect(mail.text).toBe(message.text);
    },
  );

  it.each([
    ['subject', { subject: 'Hello\r\nBcc: eve@evil.example\r\n\r\n<b>body</b>' }],
    ['message id', { messageId: 'm1>\r\nBcc: eve@evil.example\r\nX: <y' }],
    ['header', { headers: { 'X-Session': 's1\r\nBcc: eve@evil.example' } }],
  ])('adds no header and no recipient for a line break in the %s', async (_, changes) => {
    const { recipients, headers, mail } = await sendOne(changes);
    expect(recipients).toEqual(['anna@example.com']);
    expect(headers.map(([key]) => key)).not.toContain('bcc');
    expect(mail.text).toBe(message.text);
  });

  it.each([
    'anna@example.com, eve@evil.example',
    'anna@example.com\r\nBcc: eve@evil.example',
    'group: eve@evil.example;',
  ])('takes %j as one address: nobody is added', async (to) => {
    const { received, smtpUrl } = await startSmtpServer();
    await createMailer({ smtpUrl, from, clock })
      .send({ ...message, to })
      .catch(() => {});
    expect(received.flatMap(({ recipients }) => recipients)).not.toContain('eve@evil.example');
    expect(received.flatMap(({ recipients }) => recipients).length).toBeLessThanOrEqual(1);
  });

  it('signs in with the user and password of SMTP_URL', async () => {
    const logins: (string | null | undefined)[][] = [];
    const { port, received } = await startSmtpServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, callback) => {
        logins.push([username, password]);
        callback(null, { user: username ?? '' });
      },
    });
    await createMailer({ smtpUrl: `smtp://us%40er:p%3Ass@127.0.0.1:${port}`, from, clock }).send(message);
    expect(logins).toEqual([['us@er', 'p:ss']]);
    expect(received).toHaveLength(1);
  });

  it('rejects when the server refuses, says what to check and keeps the cause', async () => {
    const { port } = await startSmtpServer({
      onRcptTo: (_address, _session, callback) => callback(new Error('mailbox unknown')),
      authOptional: true,
    });
    const error = await failureOf(
      createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, clock }).send(message),
    );
    expect(error.message).toContain('SMTP_URL');
    expect((error.cause as Error).message).toContain('mailbox unknown');
  });

  it('of a refusal the log tells codes and why, and neither recipient nor password, even if the server echoes both', async () => {
    const refuse = (text: string) => Object.assign(new Error(text), { responseCode: 550 });
    const { smtpUrl } = await startSmtpServer({
      onRcptTo: ({ address }, _session, callback) => callback(refuse(`5.1.1 nobody is ${address}`)),
    });
    const withLogin = await startSmtpServer({
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, callback) =>
        callback(refuse(`5.7.8 not ${username} with ${password}`)),
    });
    const loginUrl = withLogin.smtpUrl.replace('//', '//user:hunter2@');
    const logged = await Promise.all(
      [smtpUrl, loginUrl].map(async (url) => {
        const sent = createMailer({ smtpUrl: url, from, clock }).send(message);
        return describeCauses(await sent.catch((error: unknown) => error));
      }),
    );
    expect(logged).toMatchObject([[{ code: 'EENVELOPE' }], [{ code: 'EAUTH' }]]);
    for (const [cause] of logged) expect(cause?.message).toMatch(/: 550( 5\.\d\.\d)?$/);
    expect(JSON.stringify(logged)).not.toMatch(/anna|example\.com|hunter2|user/);
  });

  it.each([
    [550, '5.1.1 nobody', 'unknown_recipient'],
    [554, 'no', 'refused'],
    [451, '4.7.1 later', undefined],
  ])('a %i of the server is said apart from what passes: %s is %s', async (responseCode, text, reason) => {
    const { smtpUrl } = await startSmtpServer({
      onRcptTo: (_address, _session, callback) => callback(Object.assign(new Error(text), { responseCode })),
    });
    const error = await failureOf(createMailer({ smtpUrl, from, clock }).send(message));
    expect((error as Partial<MessageRefusedError>).reason).toBe(reason);
  });

  it('of a server that is away the log tells why no connection was had', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from, clock });
    const error = await failureOf(mailer.send(message));
    expect(describeCauses(error)).toEqual([
      { name: 'Error', message: 'connect ECONNREFUSED [address]', code: 'ECONNREFUSED' },
    ]);
  });

  it('gives up on a server that never speaks', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, clock, timeoutMs: 50 });
    const error = await failureOf(mailer.send(message));
    expect(error.cause).toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('gives up on a server that says a byte now and then, when the time of the whole message is over', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.write('220 ready\r\n250-');
      const timer = setInterval(() => socket.write('x'), 20);
      socket.on('close', () => clearInterval(timer));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const closed = new Promise((resolve) =>
      server.once('connection', (socket) => socket.on('close', resolve)),
    );
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, clock, totalMs: 300 });
    const error = await failureOf(mailer.send(message));
    expect(error.cause).toMatchObject({ code: 'EABORT' });
    await closed;
  });
});

const failureOf = (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.unreachable('should have been rejected'),
    (error: Error) => error,
  );
