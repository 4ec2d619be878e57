import { escapeHtml } from '../../platform/escape-html.ts';
import type { Html } from './html.ts';

/** Code, its lines as they are; the documents' script puts the button that copies it beside it. */
export const codeBlock = (code: string): Html => ({
  // Wide ones are scrolled, by keyboard too.
  markup: `<div class="code"><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></div>`,
});
