import { escapeHtml } from '../../platform/escape-html.ts';
import type { Html } from './html.ts';

/** The documents' script puts the button that copies the code beside it. */
export const codeBlock = (code: string): Html => ({
  // Wide code is scrolled, by keyboard too.
  markup: `<div class="code"><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></div>`,
});
