/** `checked` counts the things looked at; `faults` says in words what is wrong with them. */
export type Finding = { name: string; checked: number; faults: string[] };
