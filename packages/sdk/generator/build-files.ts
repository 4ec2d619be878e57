import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
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

const CONTRACT = new URL('../../contract/src/shapes/', import.meta.url);

/** What the service says of a fault: the fake, which can't import the contract, has the same code. */
const copyWords = async (): Promise<[string, string][]> => {
  const names = [
    'wording',
    'json/find-json-fault',
    'json/read-json',
    'contrast',
    'message-variables',
    'spell-time-zone',
    'mask-network',
    'spell-address',
  ];
  const sources = names.map((name) => readFile(new URL(`${name}.ts`, CONTRACT), 'utf8'));
  return (await Promise.all(sources)).map((source, index) => [
    `fake/contract/${basename(names[index]!)}`,
    source,
  ]);
};

/** Every generated file by its path below `src`. The same contract gives the same bytes. */
export async function buildFiles(): Promise<Map<string, string>> {
  const model = readContract();
  const field = readField(model);
  const rendered: [string, string][] = [
    ...model.resources.map((resource): [string, string] => [resource.file, renderResource(resource, model)]),
    ...field.resources.map((resource): [string, string] => [resource.file, renderResource(resource, field)]),
    [EVENTS_FILE, renderWebhookEvent(model)],
    ['errors/error-code', renderErrorCode()],
    [HOME, renderResources(model)],
    ['fake/contract/vocabulary', renderVocabulary()],
    [ROUTES_FILE, renderFakeRoutes()],
  ];
  const sources = [
    ...rendered.map(([name, source]): [string, string] => [name, indent(source)]),
    ...(await copyWords()),
  ];
  return new Map(sources.map(([name, source]) => [`${name}.ts`, HEADER + source]));
}

/** Each line as far in as the brackets that are open before it. A start makes these files, so no formatter does it. */
const indent = (source: string): string => {
  let depth = 0;
  const lines = source.split('\n').map((line) => {
    const text = line.trim();
    if (text.startsWith('*')) return `${'  '.repeat(depth)} ${text}`;
    if (/^[)}\]]/.test(text)) depth -= 1;
    const indented = text && '  '.repeat(depth) + text;
    if (/[({[]$/.test(text)) depth += 1;
    return indented;
  });
  return `${lines.join('\n').trim()}\n`;
};
