/**
 * Has the browser keep the application, so that whoever has joined opens it without a network. Not before: what is kept
 * comes over the same line as what the first tap needs.
 */
export const keepShell = (): void => {
  // Where the browser allows none, such as in a private window, the page works as long as there is a network.
  navigator.serviceWorker?.register(`worker.js?lang=${document.documentElement.lang}`).catch(() => undefined);
};
