/** Has the browser keep the application, so that it opens without a network from the second time on. */
export const keepShell = (): void => {
  // Where the browser allows none, such as in a private window, the page works as long as there is a network.
  navigator.serviceWorker?.register(`worker.js?lang=${document.documentElement.lang}`).catch(() => undefined);
};
