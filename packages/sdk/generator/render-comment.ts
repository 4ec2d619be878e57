const WIDTH = 100;

export function renderComment(paragraphs: readonly string[]): string {
  const lines = paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => wrap(paragraph.replaceAll('*/', '*\\/')))
    .flatMap((wrapped, index) => (index === 0 ? wrapped : ['', ...wrapped]));
  const [first = '', ...others] = lines;
  if (lines.length === 0) return '';
  if (others.length === 0) return `/** ${first} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** Code and other text with line ends stays as it is. */
function wrap(paragraph: string): string[] {
  if (paragraph.includes('\n')) return paragraph.split('\n');
  return paragraph.split(' ').reduce<string[]>((lines, word) => {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line} ${word}`;
    if (line === undefined || longer.length > WIDTH) return [...lines, word];
    return [...lines.slice(0, -1), longer];
  }, []);
}
