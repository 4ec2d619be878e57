import { toCamel, toPascal } from './change-case.ts';
import { type Method, type Model, type NamedType, type Resource, isBytes } from './model.ts';
import { findBetter, isByDoubleAlone, nameAccess } from './name-resource.ts';
import { renderComment } from './render-comment.ts';
import { FIELD_FOLDER } from './read-field.ts';
import { listPathParameters, renderExample } from './render-example.ts';
import { renderImports } from './render-imports.ts';
import { renderDeclaration, renderType } from './render-type.ts';

export function renderResource(
  resource: Resource,
  { resources, types }: Pick<Model, 'resources' | 'types'>,
): string {
  const queries = resource.methods.flatMap(({ query }): NamedType[] =>
    query ? [{ ...query, side: 'input', file: resource.file }] : [],
  );
  const own = [...queries, ...[...types.values()].filter(({ file }) => file === resource.file)];
  const better = resources.find(({ name }) => name === findBetter(resource.name));
  const body = `${renderClass(resource, better, types)}\n\n${own.map((type) => renderDeclaration(type, types)).join('\n\n')}`;
  return `${renderImports(body, resource.file, types)}\n\n${body}\n`;
}

function renderClass(
  { name, file, methods }: Resource,
  better: Resource | undefined,
  types: Model['types'],
): string {
  const rendered = methods.map((method) => {
    const hasTwin = better?.methods.some((twin) => twin.name === method.name);
    const twin =
      better && !isByDoubleAlone(name, method.name) ? nameTwin(better, hasTwin ? method : null) : undefined;
    return renderMethod({ name, better: twin }, method, types);
  });
  const transport = file.startsWith(FIELD_FOLDER) ? 'FieldTransport' : 'Transport';
  const pointer = better ? [`Better: \`${nameAccess(better.name)}\`.`] : [];
  return `${renderComment([`\`${nameAccess(name)}\``, ...pointer])}export class ${nameClass(name, types)} {
    readonly #transport: ${transport};

    /** @internal */
    constructor(transport: ${transport}) {
      this.#transport = transport;
    }

    ${[...rendered, renderWritten(name)].join('\n\n')}
  }`;
}

const nameTwin = ({ name }: Resource, method: Method | null) =>
  method ? `${nameAccess(name)}.${method.name}` : nameAccess(name);

type MethodName = { readonly name: string; readonly better: string | undefined };

function renderMethod(called: MethodName, method: Method, types: Model['types']): string {
  const sent = listSent(method).join(', ');
  return `${renderMethodComment(called, method, types)}${method.name}(${renderParameters(method, types)}): ${renderPromise(method, types)} {
    return this.#transport.${nameCall(method)}(path\`${renderPath(method)}\`, { ${sent} })${isBytes(method.result) ? '.asResponse()' : ''};
  }`;
}

function nameCall({ isList, isContent, verb }: Method): string {
  if (isContent) return 'sendContent';
  return isList ? 'list' : verb.toLowerCase();
}

function listSent({ query, body, isContent, result, mayLink }: Method): string[] {
  const mediaType = isBytes(result) ? result.mediaType : '*/*';
  return [
    ...(query ? ['query'] : []),
    ...(body ? ['body'] : []),
    ...(isContent ? ['content'] : []),
    'options',
    // Any media type needs no check.
    ...(mediaType === '*/*' ? [] : [`mediaType: '${mediaType}'`]),
    ...(mayLink ? ['mayLink: true'] : []),
    ...(result === null ? ['isVoid: true'] : []),
  ];
}

function renderPromise({ result, isList }: Method, types: Model['types']): string {
  if (isBytes(result)) return 'Promise<WebResponse>';
  const type = result ? renderType(result, 'output', types) : 'void';
  return isList ? `PagePromise<${type}>` : `ApiPromise<${type}>`;
}

function renderParameters(method: Method, types: Model['types']): string {
  const { query, body, isContent } = method;
  const optional = body?.isOptional ? '?' : '';
  return [
    ...listPathParameters(method).map((name) => `${name}: string`),
    ...(isContent ? ['content: Content'] : []),
    ...(query ? [`query${query.schema.required?.length ? '' : '?'}: ${query.name}`] : []),
    ...(body ? [`body${optional}: ${renderType(body.schema, 'input', types)}`] : []),
    `options?: ${nameOptions(method)}`,
  ].join(', ');
}

function nameOptions({ isList, verb }: Method): string {
  if (isList) return 'ListOptions';
  return verb === 'GET' ? 'RequestOptions' : 'WriteOptions';
}

const renderPath = ({ path }: Method) =>
  path.replace(/:(\w+)/g, (_, name: string) => `\${{ ${toCamel(name)} }}`);

const renderMethodComment = ({ name, better }: MethodName, method: Method, types: Model['types']) =>
  renderComment([
    `${method.summary}.`,
    method.description,
    better ? `Better: \`${better}\`.` : '',
    method.scope ? `Scope: \`${method.scope}\`.` : '',
    method.refused,
    `@throws {ApiError} ${method.errors.map((code) => `\`${code}\``).join(', ')}`,
    `@example\n\`\`\`ts\n${renderExample(name, method, types)}\n\`\`\``,
  ]);

export const nameClass = (resource: string, types: Model['types']): string =>
  types.has(toPascal(resource)) ? `${toPascal(resource)}Resource` : toPascal(resource);

const WRITTEN = new Map([
  [
    'sessions',
    `/**
   * Wait until a session has come to something.
   *
   * Asks again and again, ever less often (from 1 s up to 30 s), as \`Retry-After\` and the rate limit allow.
   * Failures that may pass do not end it. A receiver of webhooks is told sooner, and costs no requests.
   *
   * Scope: \`sessions:read\`; for \`anchored\` also \`evidence:read\`.
   *
   * @param state \`joined\`, \`ended\`, \`anchored\` (one authority is enough) or \`completed\` (the first report is
   * ready; one that failed does not end the wait, since another may be asked for)
   * @param options \`deadlineMs\` is for all of it; by default the client's
   * @returns the session as it was then
   *
   * @throws {DeadlineExceededError} when \`deadlineMs\` is over
   * @throws {UnreachableStateError} as soon as it can't come any more, such as for a session that expired
   * @throws {AbortError} when \`signal\` is aborted
   * @throws {ApiError} \`not_found\`, \`permission_denied\`, \`unauthenticated\`
   *
   * @example
   * \`\`\`ts
   * const session = await client.sessions.waitFor(sessionId, 'completed', { deadlineMs: 600_000 });
   * \`\`\`
   */
  waitFor(sessionId: string, state: SessionMilestone, options?: RequestOptions): Promise<Session> {
    return this.#transport.waitFor({ sessionId, state, options });
  }`,
  ],
]);

const renderWritten = (resource: string): string => WRITTEN.get(resource) ?? '';
