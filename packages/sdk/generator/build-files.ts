import { readContract } from './read-contract.ts';
import { EVENTS_FILE } from './read-events.ts';
import { readField } from './read-field.ts';
import { ROUTES_FILE, renderFakeRoutes, renderVocabulary } from './render-fake-contract.ts';
import { nameClass, renderResource } from './render-resource.ts';
import { ERRORS, ISSUE_CODES, SUBSCRIBABLE_EVENT_TYPES } from '@field-inspection/contract';
import { renderComment } from './render-comment.ts';
import type { Model, Resource } from './model.ts';
import { relate, renderImports } from './render-imports.ts';
import { renderDeclaration } from './render-type.ts';
import { findBetter, nameAccess } from './name-resource.ts';

/** First lines of every generated file. */
export const HEADER = '// Generated from packages/contract by pnpm gen; do not edit.\n\n';

export function buildFiles(): Map<string, string> {
  const model = readContract();
  const field = readField(model);
  const rendered: [string, string][] = [
    ...model.resources.map((resource): [string, string] => [resource.file, renderResource(resource, model)]),
    ...field.resources.map((resource): [string, string] => [resource.file, renderResource(resource, field)]),
    [EVENTS_FILE, renderWebhookEvent(model)],
    ['webhooks/handled-types', renderHandledTypes()],
    ['errors/error-code', renderErrorCode()],
    [HOME, renderResources(model)],
    ['fake/contract/vocabulary', renderVocabulary()],
    [ROUTES_FILE, renderFakeRoutes()],
  ];
  return new Map(rendered.map(([name, source]) => [`${name}.ts`, HEADER + indent(source)]));
}

/** Indents by open brackets. Each start makes these files, so a formatter would cost too much. */
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

function renderErrorCode(): string {
  const members = Object.entries(ERRORS).map(
    ([code, { status, title }]) => `/** ${status}: ${title} */\n| ${JSON.stringify(code)}`,
  );
  const comment = renderComment(['The codes of the service when this version of the SDK was made.']);
  const issues = Object.entries(ISSUE_CODES).map(
    ([code, meaning]) => `/** ${meaning} */\n| ${JSON.stringify(code)}`,
  );
  const told = renderComment([
    'The codes of single parts of a request when this version of the SDK was made.',
  ]);
  return [
    `${comment}export type KnownErrorCode =\n${members.join('\n')};\n`,
    `${told}export type KnownIssueCode =\n${issues.join('\n')};\n`,
  ].join('\n');
}

function renderWebhookEvent({ events, types }: Model): string {
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

/** The file of the types that a handler can be given for, apart from the events: all that is there is public. */
const renderHandledTypes = (): string =>
  `export const HANDLED_TYPES: readonly string[] = ${JSON.stringify(SUBSCRIBABLE_EVENT_TYPES)};`;

/** The file of the client's base. */
const HOME = 'resources/resources';

function renderResources({ resources, types }: Model): string {
  const doubles = resources.filter(({ name }) => findBetter(name));
  const own = resources.filter(({ name }) => !findBetter(name));
  const [imports, exports] = [
    resources.map(({ name, file }) => `import { ${nameClass(name, types)} } from '${relate(HOME, file)}';`),
    resources.map(({ file }) => `export * from '${relate(HOME, file)}';`),
  ];
  const create = ({ name }: Resource) => `this.${name} = new ${nameClass(name, types)}(transport);`;
  return `import type { Transport } from '../client/transport.ts';
    ${imports.join('\n')}

    ${exports.join('\n')}

    ${renderComment([VERSIONED])}export class VersionedResources {
      ${doubles.map((resource) => declareDouble(resource, types)).join('\n')}

      /** @internal */
      constructor(transport: Transport) {
        ${doubles.map(create).join('\n')}
      }
    }

    ${renderComment(['Everything that a client can do, by resource.'])}export abstract class Resources {
      ${own.map(({ name }) => `readonly ${name}: ${nameClass(name, types)};`).join('\n')}
      ${renderComment([VERSIONED])}readonly v1: VersionedResources;

      /** @internal */
      constructor(transport: Transport) {
        ${own.map(create).join('\n')}
        this.v1 = new VersionedResources(transport);
      }
    }
  `;
}

const VERSIONED =
  'What the versioned root has beside the better names of the client itself: the hover of each says which.';

const declareDouble = ({ name }: Resource, types: Model['types']) =>
  `${renderComment([`Better: \`${nameAccess(findBetter(name) ?? name)}\`.`])}readonly ${name}: ${nameClass(name, types)};`;
