/**
 * Checks for features that only the browsers of docs/field-application.md have. An older browser must run the first
 * load up to this check, so that its person is told.
 */
export const isSupported = (): boolean =>
  Boolean(window.WebSocket) &&
  // Chrome 103, Firefox 100, Safari 16.
  'timeout' in AbortSignal &&
  // Chrome 102, Firefox 112, Safari 15.5.
  'inert' in HTMLElement.prototype;
