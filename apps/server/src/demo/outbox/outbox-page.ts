import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { html, type Html } from '../../http/pages/html.ts';
import { isOwnName } from '../../http/pages/is-own-name.ts';
import { pageHeaders, sitePage, type Page, type PageRoute } from '../../http/pages/page.ts';
import { answerElsewhere } from '../own-host/answer-elsewhere.ts';
import type { OutboxMessage } from './create-outbox.ts';

const MAX_SHOWN = 100;

export const outboxPages = ({ config }: Pick<Context, 'config'>): PageRoute[] => {
  const dir = join(config.dataDir, 'outbox');
  return [
    {
      path: '/outbox',
      label: 'Outbox: the messages of demo mode',
      answer: async (request) => {
        if (!isOwnName(config.baseUrl, request)) return answerOutboxElsewhere(config.baseUrl);
        const messages = await readOutbox(dir);
        return wantsJson(request.headers.accept) ? answerJson(messages) : renderOutbox(messages);
      },
    },
    {
      path: '/outbox/:file',
      answer: async (request) =>
        isOwnName(config.baseUrl, request)
          ? answerMail(config.baseUrl, await readOutbox(dir), request.params['file'])
          : answerOutboxElsewhere(config.baseUrl),
    },
  ];
};

const answerOutboxElsewhere = (baseUrl: string): Page =>
  answerElsewhere(baseUrl, { name: 'The outbox', path: '/outbox' });

type Kept = { file: string; message: OutboxMessage };

const readOutbox = async (dir: string): Promise<Kept[]> => {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, MAX_SHOWN);
  return Promise.all(
    newest.map(async (name) => ({
      file: name.replace(/\.json$/, ''),
      message: JSON.parse(await readFile(join(dir, name), 'utf8')) as OutboxMessage,
    })),
  );
};

// A browser asks for HTML; a program asks for JSON alone.
const wantsJson = (accept = ''): boolean =>
  accept.includes('application/json') && !accept.includes('text/html');

const answerJson = (messages: readonly Kept[]): Page => ({
  headers: {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    Vary: 'Accept',
    'X-Content-Type-Options': 'nosniff',
  },
  body: JSON.stringify({ data: messages.map(({ message }) => message) }),
});

const renderOutbox = (messages: readonly Kept[]): Page => {
  const content =
    messages.length > 0 ? html`${messages.map(showMessage)}` : html`<p>No message has been sent yet.</p>`;
  const page = sitePage({ title: 'Outbox', root: '', content });
  return { ...page, headers: { ...page.headers, ...pageHeaders({ 'frame-src': "'self'" }), Vary: 'Accept' } };
};

const showMessage = ({ file, message }: Kept): Html => html`
  <article class="message">
    <h2>${message.channel === 'email' ? message.subject : 'SMS'}</h2>
    <p class="about">${message.channel} to ${message.to}, <time>${message.created_at}</time></p>
    ${message.channel === 'email' ? showMail(file, message) : showText(message.text)}
  </article>
`;

// Links of a message open beside the outbox; scripts, forms and this site's own pages stay out of its reach.
const showMail = (file: string, { subject, text }: { subject: string; text: string }): Html => html`
  <iframe
    src="outbox/${encodeURIComponent(file)}"
    title="${subject}"
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    loading="lazy"
  ></iframe>
  <details>
    <summary>As text</summary>
    ${showText(text)}
  </details>
`;

const showText = (text: string): Html => html`<pre tabindex="0">${linkUrls(text)}</pre>`;

const linkUrls = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<a href="${part}">${part}</a>`));

const answerMail = (baseUrl: string, messages: readonly Kept[], file: string | undefined): Page => {
  const message = messages.find((kept) => kept.file === file)?.message;
  if (message?.channel !== 'email') {
    const content = html`<p>The outbox has no such mail. <a href="../outbox">To the outbox</a></p>`;
    return { ...sitePage({ title: 'No such mail', root: '../', content }), status: 404 };
  }
  return {
    headers: pageHeaders({
      // Without the frame the mail has the same bounds.
      sandbox: 'allow-popups allow-popups-to-escape-sandbox',
      'style-src': "'unsafe-inline'",
      // The logo of the organisation, by the address that the mail has.
      'img-src': `data: ${baseUrl}/branding/`,
      'frame-ancestors': "'self'",
    }),
    body: message.html.replace(/^(<!doctype html>[\s\S]*?<head>)?/, '$1<base target="_blank">'),
  };
};
