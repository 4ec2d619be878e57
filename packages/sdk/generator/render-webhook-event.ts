import type { Model } from './model.ts';
import { EVENTS_FILE } from './read-events.ts';
import { renderComment } from './render-comment.ts';
import { relate, renderImports } from './render-imports.ts';
import { renderDeclaration } from './render-type.ts';

/** The file of the events: their union, then each, then the types that only they use. */
export function renderWebhookEvent({ events, types }: Model): string {
  const comment = renderComment([
    'What a delivery brings: switch over `type`.',
    'A newer service may send types that are not here: they come as `UnknownWebhookEvent`. To handle one, name it:',
    '`const event: WebhookEvent<"session.future"> = verifyWebhook(…)`. Its `data` are `unknown`.',
  ]);
  const union = `export type WebhookEvent<Newer extends string = never> = ${[...events, 'UnknownWebhookEvent<Newer>'].join(' | ')};`;
  const own = [...types.values()].filter(({ file }) => file === EVENTS_FILE);
  const body = `${comment}${union}\n\n${own.map((type) => renderDeclaration(type, types)).join('\n\n')}`;
  const shared = [...types.values()]
    .filter(({ isEvents }) => isEvents)
    .map(({ name, file }) => `export type { ${name} } from '${relate(EVENTS_FILE, file)}';`);
  return `${[renderImports(body, EVENTS_FILE, types), ...shared].join('\n')}\n\n${body}\n`;
}
