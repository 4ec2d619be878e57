/**
 * A script for pages whose screens take a tap as soon as they are there: a test means each tap, and would wait half a
 * second at each screen for the guard against a person's second tap.
 */
export const TAKE_TAPS_AT_ONCE = {
  content: `{ const sheet = new CSSStyleSheet();
    sheet.replaceSync('.coming { animation-duration: 0s }');
    document.adoptedStyleSheets = [sheet]; }`,
};
