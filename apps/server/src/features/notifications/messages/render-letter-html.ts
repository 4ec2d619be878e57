import { dialUrlOf, mailUrlOf } from '@field-inspection/contract';
import { escapeHtml } from '../../../platform/escape-html.ts';
import { HOUSE_COLOURS } from '../../../platform/house-colours.ts';
import type { Letter, LetterBlock } from './letter.ts';
import type { LetterDress } from './dress-letter.ts';

const { light: LIGHT, dark: DARK } = HOUSE_COLOURS;

// Inline styles and a table: mail clients drop style sheets, and Outlook lays out nothing else reliably.
const FONT = "font-family:'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const STYLE = {
  page: 'margin:0;padding:0;background-color:',
  card: `width:100%;max-width:560px;background-color:${LIGHT.card};border-radius:10px`,
  content: `padding:32px 24px;${FONT};font-size:16px;line-height:24px;color:${LIGHT.text};text-align:left;overflow-wrap:anywhere;word-break:break-word`,
  heading: 'margin:0 0 24px;font-size:20px;line-height:28px;font-weight:600',
  paragraph: 'margin:0 0 16px',
  label: 'font-weight:600',
  quote: `margin:0 0 16px;padding:4px 0 4px 16px;border-left:4px solid ${LIGHT.faint}`,
  button: `display:inline-block;padding:14px 24px;border-radius:10px;color:${LIGHT['on-accent']};font-weight:600;text-decoration:none;background-color:`,
  fallback: `margin:0 0 16px;font-size:14px;line-height:20px;color:${LIGHT.quiet}`,
  link: 'color:',
  call: `display:inline-block;margin:8px 0;padding:10px 20px;border:2px solid ${LIGHT.faint};border-radius:10px;font-weight:600;text-decoration:none;color:`,
  contact: `margin:24px 0 0;padding:16px 0 0;border-top:1px solid ${LIGHT.faint}`,
  code: "margin:0 0 16px;font-family:Consolas,Menlo,'Courier New',monospace;font-size:34px;line-height:44px;font-weight:700;letter-spacing:6px",
  chip: `display:inline-block;padding:8px 12px;border-radius:10px;background-color:${LIGHT.card};background-image:linear-gradient(${LIGHT.card},${LIGHT.card})`,
  name: `padding:0 24px 16px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:${LIGHT.text};text-align:left`,
  footer: `padding:16px 24px;${FONT};font-size:13px;line-height:18px;color:${LIGHT.quiet};text-align:left`,
  legal: `color:${LIGHT.quiet}`,
};

// Programs that know dark mail take this sheet; the others show the inline styles, or invert them as they like.
const sayDark = (primary: string): string =>
  `@media (prefers-color-scheme:dark){.page{background-color:${DARK.back}!important}.card{background-color:${DARK.card}!important}.text{color:${DARK.text}!important}.quiet{color:${DARK.quiet}!important}.line{border-color:${DARK.faint}!important}.link{color:${primary}!important}.button{background-color:${primary}!important;color:${DARK['on-accent']}!important}}`;

/** Renders a letter as a page for mail clients. Its only links are those of its blocks, and of its dress. */
export const renderLetterHtml = (letter: Letter): string => {
  const { locale, subject, greeting, blocks, footer, dress } = letter;
  const page = `${STYLE.page}${dress?.background ?? LIGHT.back}`;
  const primary = dress?.primary ?? LIGHT.accent;
  return `<!doctype html>
<html lang="${locale}" dir="ltr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapeHtml(subject)}</title>
<style>${sayDark(dress?.primaryDark ?? DARK.accent)}</style>
</head>
<body class="page" style="${page}">
<table role="presentation" lang="${locale}" width="100%" cellpadding="0" cellspacing="0" border="0" class="page"${dress ? ` style="${page}"` : ''}>
<tr><td align="center" style="padding:24px 12px">
${renderHead(letter)}<table role="presentation" cellpadding="0" cellspacing="0" border="0" class="card" style="${STYLE.card}">
<tr><td class="text" style="${STYLE.content}">
<h1 style="${STYLE.heading}">${escapeHtml(greeting)}</h1>
${blocks.map((block) => renderBlock(block, primary)).join('\n')}
</td></tr>
</table>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td class="quiet" style="${STYLE.footer}">${escapeHtml(footer)}${dress ? renderDress(dress) : ''}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
};

/** The logo stands for the name, which is said once. */
const renderHead = ({ dress, sender }: Letter): string => {
  if (!dress?.logo && sender === undefined) return '';
  const head = dress?.logo ? renderLogo(dress.logo, dress.name) : escapeHtml(sender ?? '');
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px">
<tr><td class="text" style="${STYLE.name}">${head}</td></tr>
</table>
`;
};

// A logo is made for light paper. Programs that invert colours leave a gradient as it is.
const renderLogo = ({ url, width, height }: NonNullable<LetterDress['logo']>, name: string): string =>
  `<span style="${STYLE.chip}"><img src="${escapeHtml(url)}" width="${width}" height="${height}" alt="${escapeHtml(name)}" style="display:block;border:0"></span>`;

const renderDress = ({ footer, links }: LetterDress): string =>
  [
    footer.map(escapeHtml).join('<br>'),
    links
      .map(
        ({ label, url }) =>
          `<a href="${escapeHtml(url)}" class="quiet" style="${STYLE.legal}">${escapeHtml(label)}</a>`,
      )
      .join(' &middot; '),
  ]
    .filter((part) => part !== '')
    .map((part) => `<br><br>${part}`)
    .join('');

const renderBlock = (block: LetterBlock, primary: string): string => {
  switch (block.kind) {
    case 'paragraph':
      return renderParagraph(block.text.split('\n').map(escapeHtml).join('<br>'));
    case 'fact':
      return renderParagraph(`${renderLabel(block.label)}<br>${escapeHtml(block.value)}`);
    case 'quote':
      return renderQuote(block);
    case 'link':
      return renderLink(block, primary);
    case 'code':
      return `<p style="${STYLE.code}">${escapeHtml(block.code)}</p>`;
    case 'contact':
      return renderContact(block, primary);
  }
};

const renderParagraph = (html: string): string => `<p style="${STYLE.paragraph}">${html}</p>`;

const renderLabel = (label: string): string => `<span style="${STYLE.label}">${escapeHtml(label)}</span>`;

const renderQuote = ({ label, lines }: LetterBlock & { kind: 'quote' }): string =>
  `<p style="margin:0 0 4px">${renderLabel(label)}</p>
<blockquote class="line" style="${STYLE.quote}">${lines.map(escapeHtml).join('<br>')}</blockquote>`;

const renderLink = ({ label, url, fallback }: LetterBlock & { kind: 'link' }, primary: string): string => {
  const href = escapeHtml(url);
  return `<p style="margin:24px 0"><a href="${href}" class="button" style="${STYLE.button}${primary}">${escapeHtml(label)}</a></p>
<p class="quiet" style="${STYLE.fallback}">${escapeHtml(fallback)}<br><a href="${href}" class="link" style="${STYLE.link}${primary}">${href}</a></p>`;
};

const renderContact = (
  { label, call, name, phone, email }: LetterBlock & { kind: 'contact' },
  primary: string,
): string => {
  const way = (url: string, words: string, look: string): string =>
    `<a href="${escapeHtml(url)}" class="link line" style="${look}${primary}">${escapeHtml(words)}</a>`;
  const lines = [
    renderLabel(label),
    escapeHtml(name),
    ...(phone === '' ? [] : [way(dialUrlOf(phone), call, STYLE.call)]),
    ...(email === '' ? [] : [way(mailUrlOf(email), email, STYLE.link)]),
  ];
  return `<p class="line" style="${STYLE.contact}">${lines.join('<br>')}</p>`;
};
