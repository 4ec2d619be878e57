/*
 * Vite calls this at each `import()`, with the files that the screen is made of (apps/pages/vite.config.ts). A browser
 * never asks again for a module that failed to come, nor for one that it imports. So each file is fetched first, as often
 * as it takes, and `import()` finds it in the browser's cache.
 */

const coming = new Map<string, Promise<unknown>>();

export const bringFiles = async <Module>(
  load: () => Promise<Module>,
  files: readonly string[],
  importer: string,
): Promise<Module> => {
  await Promise.all(files.map((file) => bring(new URL(file, importer).href)));
  return load();
};

const bring = (url: string): Promise<unknown> => {
  const begun = coming.get(url) ?? (url.endsWith('.css') ? addSheet(url) : fetchScript(url));
  coming.set(url, begun);
  begun.catch(() => coming.delete(url));
  return begun;
};

const fetchScript = async (url: string): Promise<void> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`a file did not come: ${response.status}`);
  await response.arrayBuffer();
};

const addSheet = (href: string): Promise<unknown> => {
  const sheet = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  document.head.append(sheet);
  return new Promise((resolve, reject) => {
    sheet.onload = resolve;
    sheet.onerror = () => {
      sheet.remove();
      reject(new Error('a sheet did not come'));
    };
  });
};
