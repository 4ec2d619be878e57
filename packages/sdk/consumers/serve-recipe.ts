import { createServer, type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

/*
 * Runs a recipe in its own process, and tells its parent the port. A recipe listens by itself, or exports what its
 * platform calls; then a server stands in for the platform.
 */
type Platform = (request: Request) => Promise<Response>;
type Recipe = {
  readonly default?: { readonly fetch: Platform };
  readonly POST?: Platform;
  readonly handler?: (event: object) => Promise<Answer>;
};
type Answer = { statusCode: number; headers: Record<string, string>; body: string };

const { listen } = Listener.prototype;
Listener.prototype.listen = function (this: Listener, ...given: unknown[]) {
  this.once('listening', () => process.send!((this.address() as { port: number }).port));
  return listen.apply(this, given as never);
};

const recipes = process.argv.slice(2);
const loaded = (await Promise.all(recipes.map((path) => import(pathToFileURL(path).href)))) as Recipe[];
const platforms = loaded.flatMap(findPlatform);
// Next.js makes routes of folders: the first one here is for webhooks.
if (platforms.length > 0)
  createServer((request, response) => {
    const platform = platforms[request.url === '/hooks' ? 0 : platforms.length - 1]!;
    void answer(platform, request, response);
  }).listen(0, '127.0.0.1');

function findPlatform({ default: app, POST, handler }: Recipe): Platform[] {
  if (app instanceof Server) return [];
  const platform = app?.fetch ?? POST ?? (handler && ((request: Request) => callLambda(handler, request)));
  return platform ? [platform] : [];
}

async function answer(platform: Platform, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'POST', url, headers } = request;
  const body = await buffer(request);
  const reply = await platform(
    new Request(`http://localhost${url}`, { method, headers: headers as Record<string, string>, body }),
  );
  response.writeHead(reply.status, Object.fromEntries(reply.headers));
  response.end(await reply.text());
}

/** API Gateway's HTTP API makes such events, in format 2.0. */
async function callLambda(handler: NonNullable<Recipe['handler']>, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { statusCode, headers, body } = await handler({
    version: '2.0',
    rawPath: pathname,
    headers: Object.fromEntries(request.headers),
    requestContext: { http: { method: request.method, path: pathname } },
    body: Buffer.from(await request.arrayBuffer()).toString('base64'),
    isBase64Encoded: true,
  });
  return new Response(body || null, { status: statusCode, headers });
}
