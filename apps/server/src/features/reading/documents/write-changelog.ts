type Changes = {
  /** The files of .changeset: what the next release will say. */
  changesets: readonly string[];
  /** The CHANGELOG that the releases before left; empty before the first. */
  released: string;
};

/** The changelog as one document: what comes next by its weight, then what was released. */
export const writeChangelog = ({ changesets, released }: Changes): string => {
  const changes = changesets.map(readChangeset);
  const sections = BUMPS.flatMap(({ bump, heading }) => {
    const texts = changes.filter((change) => change.bump === bump).map(({ text }) => writeItem(text));
    return texts.length > 0 ? [`### ${heading}\n\n${texts.join('\n')}`] : [];
  });
  const next = sections.length > 0 ? `## In the next release\n\n${sections.join('\n\n')}\n\n` : '';
  return `# Changelog\n\nWhat changed in \`@field-inspection/sdk\` and in the API that it calls.\n\n${next}${released.replace(/^# .*$/m, '').trim()}\n`;
};

const BUMPS = [
  { bump: 'major', heading: 'Major changes' },
  { bump: 'minor', heading: 'Minor changes' },
  { bump: 'patch', heading: 'Patch changes' },
];

const readChangeset = (source: string): { bump: string | undefined; text: string } => {
  const [, head = '', text = ''] = /^---\n([\s\S]*?)\n?---\n([\s\S]*)$/.exec(source) ?? [];
  return { bump: /: *(\w+)/.exec(head)?.[1], text: text.trim() };
};

const writeItem = (text: string): string => `- ${text.replaceAll('\n', '\n  ')}`;
