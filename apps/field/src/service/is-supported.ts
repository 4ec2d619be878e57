/**
 * True for the browsers of the list (docs/field-application.md), by features that only they have. A person with an
 * older one is told so, instead of meeting a screen that does nothing; so the first load must run there up to this
 * check.
 */
export const isSupported = (): boolean =>
  Boolean(window.WebSocket) &&
  // Chrome 103, Firefox 100, Safari 16.
  'timeout' in AbortSignal &&
  // Chrome 102, Firefox 112, Safari 15.5.
  'inert' in HTMLElement.prototype;
