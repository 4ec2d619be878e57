// Kubb's functions call this instead of the fetch that Kubb would write: docs/openapi.md says why.

export type RequestConfig<TBody = unknown> = {
  method: string;
  url: string;
  params?: object | undefined;
  data?: TBody | undefined;
  headers?: Record<string, string | number | undefined> | undefined;
};
export type ResponseErrorConfig<TError = unknown> = TError;
export type Client = typeof send;

/** The body is the problem as the service sent it. */
export class Refusal<TProblem = unknown> extends Error {
  readonly problem: TProblem;

  constructor(problem: TProblem) {
    super('refused');
    this.problem = problem;
  }
}

// Kubb passes the three types in this order, even unused ones.
async function send<TData, _TError = unknown, TBody = unknown>(
  config: RequestConfig<TBody>,
): Promise<{ data: TData }> {
  const url = new URL(config.url, process.env['BASE_URL']);
  for (const [name, value] of Object.entries(config.params ?? {})) appendQuery(url, name, value);
  const headers = new Headers({ Authorization: `Bearer ${process.env['API_KEY']}` });
  for (const [name, value] of Object.entries(config.headers ?? {}))
    if (value !== undefined) headers.set(name, String(value));
  const isBytes = config.data instanceof Blob;
  if (config.data !== undefined && !isBytes) headers.set('Content-Type', 'application/json');
  const body = isBytes ? (config.data as Blob) : (JSON.stringify(config.data) ?? null);
  const response = await fetch(url, { method: config.method, headers, body });
  if (!response.ok) throw new Refusal(await response.json());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { data: (isJson ? await response.json() : await response.blob()) as TData };
}

/** `metadata` is an object: `metadata[order]=4711`. */
function appendQuery(url: URL, name: string, value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null) return url.searchParams.append(name, String(value));
  for (const [key, part] of Object.entries(value)) url.searchParams.append(`${name}[${key}]`, String(part));
}

// Kubb's code imports the default export.
export default send;
