import fc from 'fast-check';
import { expect, it } from 'vitest';
import { html } from './html.ts';

it('lets no text become markup, wherever it stands', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { markup } = html`<p title="${text}">${text}</p>`;
      expect(/^<p title="([^"<>]*)">([^<>]*)<\/p>$/.test(markup)).toBe(true);
    }),
  );
});

it('takes markup, lists of it and numbers as they are', () => {
  const items = [1, 2].map((n) => html`<li>${n}</li>`);
  expect(html`<b>${html`<i>x</i>`}</b>${items}`.markup).toBe('<b><i>x</i></b><li>1</li><li>2</li>');
  expect(html`${'a & "b"'}`.markup).toBe('a &amp; &quot;b&quot;');
});
