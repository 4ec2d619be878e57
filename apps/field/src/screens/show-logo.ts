/** Asks for the logo, which the page names only: before the first tap works, the line is for what that needs. */
export const showLogo = (): void => {
  const logo = document.querySelector<HTMLImageElement>('img[data-src]');
  if (logo) logo.src = logo.dataset.src!;
};
