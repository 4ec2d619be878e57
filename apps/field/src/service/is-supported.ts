/**
 * Whether the browser is one of the list (docs/field-application.md), by what only those have. Whoever has an older one is
 * told so, instead of meeting a screen that does nothing; so what is loaded first must run there until this is asked.
 */
export const isSupported = (): boolean =>
  Boolean(window.WebSocket) &&
  // Chrome 103, Firefox 100, Safari 16.
  'timeout' in AbortSignal &&
  // Chrome 102, Firefox 112, Safari 15.5.
  'inert' in HTMLElement.prototype;
