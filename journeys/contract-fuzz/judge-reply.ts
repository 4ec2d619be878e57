import { ERRORS, errorCodesOf, type ErrorCode, type ListedRoute } from '@field-inspection/contract';
import { OPERATIONS, ROUTES, UPLOADS_PATH } from '../requests/operations.ts';
import type { Reply } from '../requests/send-request.ts';
import { validateReply } from '../requests/validate-reply.ts';

type FuzzReply = Pick<Reply, 'status' | 'headers' | 'text'>;

export type Judged = {
  method: string;
  path: string;
  reply: FuzzReply;
  secrets: string[];
};

const TEMPLATES = [...new Set(OPERATIONS.map(({ path }) => path))];
/** Refusals before a route is found: the request is malformed or too long, or its path does not have its method. */
const GENERAL: ErrorCode[] = ['malformed_request', 'method_not_allowed', 'headers_too_large'];
const RATE_HEADERS = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit'];

export const judgeReply = ({ method, path, reply, secrets }: Judged): string[] => {
  const template = findTemplate(path);
  const listed = findRoute(method, template);
  const told = secrets.filter((secret) => reply.text.includes(secret) || headersOf(reply).includes(secret));
  return [
    ...(reply.status >= 500 ? [`the status is ${reply.status}`] : []),
    ...told.map((secret) => `it tells ${secret}, which is another organisation's`),
    ...(method === 'HEAD' ? listHeadFaults(reply) : listBodyFaults({ method, template, listed, reply })),
    ...(reply.status >= 400 ? listRefusalFaults({ method, listed, reply }) : []),
  ];
};

const findTemplate = (path: string): string | undefined => {
  const parts = path.replace(/\?.*/s, '').split('/');
  const fits = (template: string) => {
    const names = template.split('/');
    return (
      names.length === parts.length &&
      names.every((name, index) => name === parts[index] || (name.startsWith(':') && parts[index] !== ''))
    );
  };
  // A template without a parameter goes first, as in the server.
  return TEMPLATES.filter(fits).sort((a, b) => a.split(':').length - b.split(':').length)[0];
};

const hasOperation = (method: string, template: string | undefined): boolean =>
  OPERATIONS.some((operation) => operation.path === template && operation.method === method);

const findRoute = (method: string, template: string | undefined): ListedRoute | undefined =>
  ROUTES.find((operation) => operation.path === template && operation.method === method)?.listed;

const headersOf = ({ headers }: FuzzReply): string => JSON.stringify([...headers]);

const listHeadFaults = ({ text }: FuzzReply): string[] => (text === '' ? [] : ['a reply to HEAD has a body']);

type Described = {
  method: string;
  template: string | undefined;
  listed: ListedRoute | undefined;
  reply: FuzzReply;
};

const listBodyFaults = ({ method, template, listed, reply }: Described): string[] => {
  if (listed && !listed.policy.public) {
    const statuses = [
      ...Object.keys(listed.route.responses).map(Number),
      ...[...errorCodesOf(listed.route), ...GENERAL].map((code) => ERRORS[code].status),
    ];
    return statuses.includes(reply.status) ? [] : [`${reply.status} is not declared`];
  }
  // tus, section 5.2: what a browser and a client ask before they upload.
  if (method === 'OPTIONS' && template?.startsWith(UPLOADS_PATH) && reply.status === 204) return [];
  if (reply.status < 400 && !hasOperation(method, template)) return ['what is not documented was answered'];
  // The contract says JSON here, and the reply has none.
  if (reply.status >= 400 && !isJson(reply.text)) return ['a refusal has no body that is JSON'];
  const isGeneral = template === undefined || GENERAL.some((code) => reply.text.includes(`"code":"${code}"`));
  return validateReply({ ...reply, method, path: isGeneral ? '/nowhere' : template });
};

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const listRefusalFaults = ({ method, listed, reply }: Omit<Described, 'template'>): string[] => {
  const missing = ['request-id', ...RATE_HEADERS].filter((name) => !reply.headers.has(name));
  const faults = missing.map((name) => `a refusal lacks ${name}`);
  if (method === 'HEAD' || !isJson(reply.text)) return faults;
  if (!reply.headers.get('content-type')?.startsWith('application/problem+json'))
    return [...faults, 'a refusal is no problem'];
  const { status, code, request_id } = JSON.parse(reply.text) as {
    status: number;
    code: ErrorCode;
    request_id: string;
  };
  const isDeclared = !listed || [...errorCodesOf(listed.route), ...GENERAL].includes(code);
  return [
    ...faults,
    ...(status === reply.status && ERRORS[code]?.status === status
      ? []
      : [`${code} comes with ${reply.status}`]),
    ...(request_id === reply.headers.get('request-id') ? [] : ['the problem names another request']),
    ...(isDeclared ? [] : [`the code ${code} is not declared for the route`]),
  ];
};
