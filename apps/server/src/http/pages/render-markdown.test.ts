import { expect, it } from 'vitest';
import { renderMarkdown } from './render-markdown.ts';

// Line breaks between elements mean nothing, and within a text they are blanks.
const render = (source: string) =>
  renderMarkdown(source).markup.trim().replace(/>\n</g, '><').replace(/\n/g, ' ');

it.each([
  ['a title is left to the page', '# Errors\n\ntext', '<p>text</p>'],
  [
    'a code as an anchor',
    '## session.already_ended',
    '<h2 id="session.already_ended">session.already_ended</h2>',
  ],
  ['another heading as an anchor', '## What to do?', '<h2 id="what-to-do">What to do?</h2>'],
  ['no anchor lines', '<a id="x.y"></a>\n\n## x.y', '<h2 id="x.y">x.y</h2>'],
  ['lines of one paragraph', 'one\ntwo\n\nthree', '<p>one two</p><p>three</p>'],
  ['lists with continued items', '- one\n  more\n- two', '<ul><li>one more</li><li>two</li></ul>'],
  [
    'bold and code',
    '- **When:** `a<b` **and `c`**',
    '<ul><li><strong>When:</strong> <code>a&lt;b</code> <strong>and <code>c</code></strong></li></ul>',
  ],
  [
    'links to https alone',
    '[a](https://a.example/?b&c) [x](javascript:1)',
    '<p><a href="https://a.example/?b&amp;c">a</a> [x](javascript:1)</p>',
  ],
  [
    'no other link, however it is written',
    '<javascript:1> ![x](javascript:1)',
    '<p>&lt;javascript:1&gt; ![x](javascript:1)</p>',
  ],
  [
    'fenced code as it is',
    '```json\n{ "a": "<b>" }\n```\nend',
    '<div class="code"><pre tabindex="0"><code>{ &quot;a&quot;: &quot;&lt;b&gt;&quot; }</code></pre></div><p>end</p>',
  ],
  [
    'blocks of markup as text',
    '<div onclick="x">\n</div>',
    '<p>&lt;div onclick=&quot;x&quot;&gt; &lt;/div&gt;</p>',
  ],
  ['markup as text', 'a <script>alert(1)</script>', '<p>a &lt;script&gt;alert(1)&lt;/script&gt;</p>'],
])('renders %s', (_what, source, expected) => {
  expect(render(source)).toBe(expected);
});
