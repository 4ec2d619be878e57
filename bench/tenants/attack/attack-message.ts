/** What the attacking process is told first: who it is. Its limits are set once it is ready. */
export type AttackOrder = { baseUrl: string; apiKeys: string[] };

export type AttackCommand = { order: AttackOrder } | 'start' | 'stop';

/** How often each kind of call ended in what: `{ photo: { '201': 40, '413 quota_reached': 7 } }`. */
export type Outcomes = Record<string, Record<string, number>>;

export type AttackReply = 'ready' | { outcomes: Outcomes };
