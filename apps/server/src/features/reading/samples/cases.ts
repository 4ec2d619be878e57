/** `session_id` as a variable of TypeScript: `sessionId`. */
export const camelCase = (name: string): string =>
  name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `session_id` or `fieldSession` as a variable of a shell: `SESSION_ID`, `FIELD_SESSION`. */
export const constantCase = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toUpperCase();
