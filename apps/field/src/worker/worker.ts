import { isAsset, isPage, isPageName, listOutdated } from './judge-request.ts';

/*
 * Keeps the application on the device. A page comes from the network where there is one, since the server sets its
 * language, brand and file names. Files have their content's hash in their names, and are kept for good. The worker
 * never sees requests to the API.
 */

// The server writes the list of files in front of this script.
declare const self: ServiceWorkerGlobalScope & { FILES: readonly string[] };

const CACHE = `field ${self.FILES.join(' ')}`;
/** A weak network gets so long where a copy is at hand. */
const PATIENCE_MS = 4_000;

self.addEventListener('install', (event) => event.waitUntil(keepAll()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (isPage(request)) return event.respondWith(answerPage(request));
  if (isAsset(request, self.registration.scope)) event.respondWith(answerAsset(request));
});

const keepAll = async (): Promise<void> => {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = pages.map(({ url }) => nameOf(url)).filter((url) => url.startsWith(self.registration.scope));
  const cache = await caches.open(CACHE);
  await cache.addAll(self.FILES);
  await Promise.all([...new Set(open)].map(async (name) => keepPage(cache, await fetch(name))));
};

/** The page's words about the inspection stay only while it is open. */
const keepPage = async (cache: Cache, response: Response): Promise<void> => {
  if (!response.ok) return;
  const page = await response.clone().text();
  await cache.put(
    nameOf(response.url),
    new Response(page.replace(/ data-about='[^']*'/, ''), { headers: response.headers }),
  );
};

const takeOver = async (): Promise<void> => {
  const names = await listCaches();
  const kept = await Promise.all(names.map(async (name) => ({ name, pages: await listPages(name) })));
  await Promise.all(listOutdated(kept).map((name) => caches.delete(name)));
  await self.clients.claim();
};

/** Gives this worker's cache first, then those of other languages and versions, which earlier sessions may need. */
const listCaches = async (): Promise<string[]> => {
  const names = await caches.keys();
  return [CACHE, ...names.filter((name) => name.startsWith('field ') && name !== CACHE).reverse()];
};

const listPages = async (name: string): Promise<string[]> => {
  const requests = await (await caches.open(name)).keys();
  return requests.map(({ url }) => url).filter((url) => isPageName(url, self.registration.scope));
};

const findKept = async (url: string): Promise<Response | undefined> => {
  for (const cacheName of await listCaches()) {
    const kept = await caches.match(url, { cacheName });
    if (kept) return kept;
  }
};

const answerPage = async (request: Request): Promise<Response> => {
  const cache = await caches.open(CACHE);
  const name = nameOf(request.url);
  const fromNetwork = fetch(request).then(async (response) => {
    await keepPage(cache, response);
    return response;
  });
  const kept = await findKept(name);
  if (!kept) return fromNetwork;
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([fromNetwork.catch(() => undefined), late]);
  // A restarting server answers 5xx; the application can do without it for a while.
  return answer && answer.status < 500 ? answer : kept;
};

const answerAsset = async (request: Request): Promise<Response> => {
  const kept = await findKept(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  const cache = await caches.open(CACHE);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
};

// The token behind the # and the chosen language are no part of a page's name.
const nameOf = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};
