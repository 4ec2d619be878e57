import { formatWithOptions, inspect } from 'node:util';
import { pathToFileURL } from 'node:url';

/** A block to run, and what it finds in its environment. */
export type RunRequest = { path: string; env: Record<string, string> };

export type RunReport = {
  /** Lines that it wrote to the console. */
  printed: string[];
  /** Requests of the service, such as `POST /api/v1/public/sessions 201`; without a status, no reply came. */
  requests: string[];
  error: string | null;
};

/*
 * Runs in a process of its own, so that blocks meet the SDK as their reader's process does: they are imported as
 * they are, one after the other.
 */
process.on('message', async ({ path, env }: RunRequest) => {
  const report: RunReport = { printed: [], requests: [], error: null };
  Object.assign(process.env, env);
  listen(report);
  try {
    await import(pathToFileURL(path).href);
  } catch (error) {
    report.error = inspect(error);
  }
  process.send!(report);
});

// The shortest waits that the SDK may draw.
Math.random = () => 0;

const realFetch = globalThis.fetch;

function listen({ printed, requests }: RunReport): void {
  for (const level of ['log', 'info', 'warn', 'error'] as const)
    console[level] = (...values: unknown[]) =>
      void printed.push(formatWithOptions({ breakLength: Infinity }, ...values));
  globalThis.fetch = async (input, init) => {
    const request = input instanceof Request ? input : { method: init?.method ?? 'GET', url: String(input) };
    const line = `${request.method} ${new URL(request.url).pathname}`;
    const position = requests.push(line) - 1;
    const response = await realFetch(input, init);
    requests[position] = `${line} ${response.status}`;
    return response;
  };
}
