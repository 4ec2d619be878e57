import { existsSync } from 'node:fs';
import { NARROWEST, type Engine, type Tab } from './engine.ts';
import { BROWSER, startWebKit, WEBKIT_PROGRAMS } from './start-webkit.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** The driver reports no faults, so the page notes its own from its load on. */
const NOTE_FAULTS = `globalThis.faults = [];
  addEventListener('error', ({ message }) => faults.push(message));
  addEventListener('unhandledrejection', ({ reason }) => faults.push(String(reason)));
  addEventListener('securitypolicyviolation', ({ blockedURI }) => faults.push('refused: ' + blockedURI));
  const { error } = console;
  console.error = (...said) => {
    faults.push(said.join(' '));
    error(...said);
  };`;

const openTab = async ({ hasCamera }: { hasCamera: boolean }): Promise<Tab> => {
  const { ask: call, stop } = await startWebKit();
  const args = [
    '--automation',
    // The browser's bar is wider than a phone.
    '--full-screen',
    ...(hasCamera ? ['--enable-mock-capture-devices=true'] : []),
  ];
  const options = { 'webkitgtk:browserOptions': { binary: BROWSER, args } };
  const opened = call('POST', '/session', { capabilities: { alwaysMatch: options } });
  void opened.catch(stop);
  const { sessionId } = (await opened) as { sessionId: string };
  const ask = (method: string, path: string, body?: object) =>
    call(method, `/session/${sessionId}${path}`, body);
  const find = async (path: string): Promise<string> => {
    const found = (await ask('POST', '/element', { using: 'xpath', value: path })) as Record<string, string>;
    return `/element/${found[ELEMENT]}`;
  };
  const run = (script: string, ...values: unknown[]) =>
    ask('POST', '/execute/sync', { script, args: values });
  const faults: string[] = [];
  // The page's notes are lost with the page.
  const collect = async () => void faults.push(...((await run('return faults.splice(0)')) as string[]));
  await ask('POST', '/window/rect', NARROWEST);
  return {
    open: async (url) => {
      await ask('POST', '/url', { url });
      await run(NOTE_FAULTS);
    },
    reload: async () => {
      await collect();
      await ask('POST', '/refresh', {});
      await run(NOTE_FAULTS);
    },
    read: async (expression) => {
      const script = `const [reply] = arguments;
        (async () => (${expression}))().then((value) => reply({ value }), (error) => reply({ error: String(error) }));`;
      const { value, error } = (await ask('POST', '/execute/async', { script, args: [] })) as {
        value?: unknown;
        error?: string;
      };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    click: async (path) => void (await ask('POST', `${await find(path)}/click`, {})),
    type: async (path, text) => void (await ask('POST', `${await find(path)}/value`, { text })),
    chooseFile: async (path, file) => void (await ask('POST', `${await find(path)}/value`, { text: file })),
    drawOn: async (path) => {
      const origin = { [ELEMENT]: (await find(path)).split('/').at(-1) };
      await run('arguments[0].scrollIntoView({ block: "center" })', origin);
      // Positions count from the element's middle.
      const moveTo = (x: number, y: number) => ({ type: 'pointerMove', origin, duration: 20, x, y });
      const actions = [
        moveTo(-60, -30),
        { type: 'pointerDown', button: 0 },
        moveTo(-30, 0),
        moveTo(0, 10),
        moveTo(40, -10),
        { type: 'pointerUp', button: 0 },
      ];
      await ask('POST', '/actions', { actions: [{ type: 'pointer', id: 'finger', actions }] });
    },
    faults: async () => {
      await collect();
      return faults;
    },
    close: async () => {
      await ask('DELETE', '').catch(() => undefined);
      await stop();
    },
  };
};

/** Safari's engine, as Debian builds it for GTK, driven by WebDriver. It has no WebRTC. */
export const webkit: Engine = {
  name: 'WebKitGTK',
  isThere: WEBKIT_PROGRAMS.every((path) => existsSync(path)),
  hasWebRtc: false,
  openTab,
};
