import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../context.ts';
import { html, type Html } from '../../http/pages/html.ts';
import { sitePage, type PageRoute } from '../../http/pages/page.ts';
import type { OutboxMessage } from './create-outbox.ts';

const MAX_SHOWN = 100;

/** Demo mode's outbox: the messages that would have been sent, newest first. */
export const outboxPage = ({ config }: Pick<Context, 'config'>): PageRoute => ({
  path: '/outbox',
  label: 'Outbox: the messages of demo mode',
  answer: async () => {
    const messages = await readOutbox(join(config.dataDir, 'outbox'));
    const content =
      messages.length > 0 ? html`${messages.map(showMessage)}` : html`<p>No message has been sent yet.</p>`;
    return sitePage({ title: 'Outbox', root: '', content });
  },
});

const readOutbox = async (dir: string): Promise<OutboxMessage[]> => {
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
    newest.map(async (name) => JSON.parse(await readFile(join(dir, name), 'utf8')) as OutboxMessage),
  );
};

const showMessage = (message: OutboxMessage): Html => html`
  <article class="message">
    <h2>${message.channel === 'email' ? message.subject : 'SMS'}</h2>
    <p class="about">${message.channel} to ${message.to}, <time>${message.created_at}</time></p>
    <pre>${linkUrls(message.text)}</pre>
  </article>
`;

const linkUrls = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : html`<a href="${part}">${part}</a>`));
