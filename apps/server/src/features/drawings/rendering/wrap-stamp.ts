/** The widest that a line may be in ems: the page is 64 wide, and has a margin of one at each side. */
const LINE_WIDTH = 62;

/** Breaks a line of the stamp, so that none of it is lost at the edge of the page. */
export const wrapStamp = (text: string): string[] => {
  const lines = [''];
  let width = 0;
  for (const character of text.replace(/\s+/g, ' ')) {
    width += widthOf(character);
    if (width > LINE_WIDTH) {
      lines.push('');
      width = widthOf(character);
    }
    lines[lines.length - 1] += character;
  }
  return lines;
};

// Upper bounds, in ems, for Noto Sans.
const widthOf = (character: string): number => (/[a-ln-vx-z0-9 .,:;()/·-]/.test(character) ? 0.62 : 1);
