import { render, type ComponentChild } from 'preact';

/** Reads the path from the page to the server's root, and the server's other data for the page. */
export const readPage = <Data>(): Data => JSON.parse(document.getElementById('main')!.dataset.page!) as Data;

/** Puts a page where the server has put its title. */
export const showPage = (page: ComponentChild): void => {
  const root = document.getElementById('app')!;
  root.replaceChildren();
  render(page, root);
};

/** A text with its values in its braces. */
export const fillText = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
