import { render, type ComponentChild } from 'preact';

export const readPage = <Data>(): Data => JSON.parse(document.getElementById('main')!.dataset.page!) as Data;

/** The page stands where the server has put its title. */
export const showPage = (page: ComponentChild): void => {
  const root = document.getElementById('app')!;
  root.replaceChildren();
  render(page, root);
};

export const fillText = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
