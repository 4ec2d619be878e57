import { format } from 'prettier';
import { readContract } from './read-contract.ts';
import { EVENTS_FILE } from './read-events.ts';
import { readField } from './read-field.ts';
import { renderErrorCode } from './render-error-code.ts';
import { renderFakeRoutes, ROUTES_FILE, renderVocabulary } from './render-fake-contract.ts';
import { renderResource } from './render-resource.ts';
import { HOME, renderResources } from './render-resources.ts';
import { renderWebhookEvent } from './render-webhook-event.ts';

/** How every generated file begins. */
export const HEADER = '// Generated from packages/contract by pnpm gen; do not edit.\n\n';

/** Every generated file by its path below `src`. Pure: the same contract, the same bytes. */
export async function buildFiles(): Promise<Map<string, string>> {
  const model = readContract();
  const field = readField(model);
  const sources = new Map([
    ...model.resources.map((resource): [string, string] => [resource.file, renderResource(resource, model)]),
    ...field.resources.map((resource): [string, string] => [resource.file, renderResource(resource, field)]),
    [EVENTS_FILE, renderWebhookEvent(model)],
    ['errors/error-code', renderErrorCode()],
    [HOME, renderResources(model)],
    ['fake/contract/vocabulary', renderVocabulary()],
    [ROUTES_FILE, renderFakeRoutes()],
  ]);
  const style = { parser: 'typescript', singleQuote: true, printWidth: 110, trailingComma: 'all' } as const;
  const formatted = [...sources].map(async ([name, source]): Promise<[string, string]> => [
    `${name}.ts`,
    // A table is read by its rows, however long.
    await format(HEADER + source, name === ROUTES_FILE ? { ...style, printWidth: 400 } : style),
  ]);
  return new Map(await Promise.all(formatted));
}
