/**
 * The colours and corners of everything that people see: pages, console, documents, mails and reports. Where code can't
 * import them, `script/write-tokens.ts` writes them. `quiet` is what contrasts of an organisation's ground are judged
 * against.
 */
export const TOKENS = {
  light: {
    text: '#1a1f2b',
    quiet: '#4a5563',
    back: '#eef1f6',
    card: '#ffffff',
    line: '#767f92',
    faint: '#dde2ec',
    accent: '#1d4ed8',
    'accent-hover': '#1e40af',
    'on-accent': '#ffffff',
    error: '#a01c1c',
    'error-back': '#fdecec',
    good: '#14632f',
    'good-back': '#e5f6ea',
    doubt: '#7a4a00',
    'doubt-back': '#fdf3dc',
  },
  dark: {
    text: '#edf0f6',
    quiet: '#b3bccd',
    back: '#0f1218',
    card: '#1a1f2a',
    line: '#8792a8',
    faint: '#2e3646',
    accent: '#8fb4ff',
    'accent-hover': '#b5cdff',
    'on-accent': '#0d1a33',
    error: '#ffb4b0',
    'error-back': '#3a1f22',
    good: '#8fe0a8',
    'good-back': '#173323',
    doubt: '#f5cf85',
    'doubt-back': '#382b14',
  },
  radius: { 'radius-small': '0.375rem', radius: '0.625rem', 'radius-large': '1rem' },
} as const;
